"""The words by which a remark about the task is known: patterns for one segment each, in two families.

- narration: the answer talks about itself, its rules or the request ("this text has exactly 45 words");
- reasoning: it thinks aloud on the way to a text ("wait, that is 10, so I need 35 more").

A word of the task alone is no remark: an essay may speak of rules, letters and sentences. Narration needs two of the
groups below, or one pattern that hardly stands in any essay; weighing needs a word of composing beside it.
"""

from __future__ import annotations

import re

_NUMBER = r"(?:\d+|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|twenty|thirty|forty|fifty|hundred)"
_UNIT = r"(?:(?:word|sentence|letter|paragraph|line|bullet|bullet point|character|digit|number|code block)s?)"
_TEXT = r"(?:text|passage|response|answer|version|essay|output|paragraphs?|list|poem|sentences?|words?|piece)"


def pattern(*parts: str) -> re.Pattern[str]:
    """Joins alternatives into one pattern, in any letter case."""
    return re.compile("|".join(parts), re.IGNORECASE)


SELF = pattern(
    rf"\b(?:this|my|our|above|below|following) (?:[\w-]+ ){{0,2}}{_TEXT}\b",
    r"\bthe (?:(?!can|will|must|should|to|of)[\w-]+ )?(?:text|passage|response|answer|version|paragraphs?|list|essay|"
    r"output|poem|acrostic)\b",
    rf"\b{_TEXT} (?:above|below)\b|\bthe (?:above|following)\b",
    r"\b(?:here|below) (?:is|are|it is|they are)\b|\bhere's\b",
    r"^\W*an? .{0,20}\b(?:text|passage|essay)\b|^\W*th(?:is|ese) (?:spells?|meets?|follows?|satisf\w+|respects?|"
    r"avoids?|uses?)\b",
)
"""The answer speaks of itself."""

TASK = pattern(
    r"\b(?:constraints?|requirements?|instructions?|specifications?|criteria|guidelines?|prompt|assignment|lipogram|"
    r"acrostic)\b",
    r"\b(?:forbidden|banned|prohibited|required|mandatory|requested|specified|given|allowed) "
    r"(?:letter|word|words|phrase|length|number|limit|facts?|rules?)\b",
    r"\b(?:rules?|requests?|limits?|allowed|forbidden|as required|known facts)\b",
)
"""The rules that it was given."""

MEASURE = pattern(
    rf"\b(?:exactly|only|precisely|at least|at most|total of|about|around) {_NUMBER} (?:[\w-]+ )?{_UNIT}\b",
    rf"\b{_NUMBER}-(?:word|sentence|line|paragraph|bullet)s?\b|\b{_NUMBER} (?:words|sentences|bullet points)\b",
    rf"\b(?:not a single|no|any|without|every|each) (?:\w+ )?{_UNIT}\b|\bfirst letters?\b",
    r"\b(?:word|letter|character|sentence) (?:count|check)\b|\btotal (?:words|characters|sentences)\b",
    r"\bletters? [\"'“‘]?\w[\"'”’]?(?!\w)|[\"'“‘]\w[\"'”’] used\b|\bthe letter (?:in|you)\b",
    r"\bcharacters long\b|\blonger than\b|\b(?:in|of|with) (?:\w+ )?(?:increasing |decreasing )?lengths?\b|"
    r"\bunique\b|\bwithin the .{0,12}length\b",
    r"\b(?:increasing|decreasing) (?:in )?lengths?\b|\b(?:only|at least|exactly) once\b|\ball (?:appear|present)\b",
    r"\b(?:code|fenced) blocks?\b|\brepeat(?:s|ing|ed)? (?:any|no|a) words?\b|\bspells?\b|\bbullet points?\b",
    r"\b(?:word|letter|digit)s? (?:is|was|are|were) (?:not |never )?(?:used|avoided|repeated|present)\b",
)
"""What the rules measure."""

KINDS = tuple(
    pattern(part)
    for part in (
        r"\bwords?\b",
        r"\bsentences?\b",
        r"\b(?:letters?|initials?)\b",
        r"\b(?:digits?|numerals?)\b",
        r"\bparagraphs?\b",
        r"\b(?:bullets?|bullet points?|dashes|asterisks)\b",
        r"\bcharacters? long\b|\blengths?\b|\b(?:equally|too) (?:long|short)\b|\b(?:short|long) enough\b",
        r"\b(?:constraints?|requirements?|instructions?|criteria|rules?|clues?|conditions?)\b",
        r"\b(?:requested|required|mandatory|forbidden|banned|disallowed)\b",
        r"\b(?:repeated|repeats?|repetitions?|unique|used twice|used once|duplicates?)\b",
        r"\b(?:word count|total|totals)\b",
        r"\b(?:acrostic|spells?|spelled|palindrome|lipogram)\b",
        r"\bpunctuation\b|\bfirst characters?\b",
        r"\b(?:complies|adheres?|satisf(?:y|ies|ied)|breaks the|violat\w+)\b",
    )
)
"""Kinds of things that rules are about; two in one segment are a remark."""

WRITER = pattern(
    r"\bI(?:'ve| have| also| did| will|'ll| may have)*(?: not)? "
    r"(?:made sure|avoid(?:ed)?|used?|kept|keep|includ(?:ed?|ing)|tried|ensured?|written|wrote|revised|followed|"
    r"my best|respect(?:ed)?)\b",
    r"\bmy (?:best )?(?:attempt|answer|response|text)\b",
    r"\b(?:successfully|throughout|fully|strictly|carefully|both)\b.{0,40}\b(?:avoid|respect|meet|follow|letter)",
    r"\b(?:meets|satisf(?:y|ies|ied)|fulfils?|fulfills?|respects?|avoids?|avoided|adheres?|complies|includes)\b",
)
"""The writer speaks of the writing."""

REMARK = pattern(
    rf"\bjust (?:tell me|let me know)\b|\b(?:tell me|let me know) how many {_UNIT}\b|\bbelow you(?:'ll|"
    rf" will)? (?:find|see)\b",
    r"\b(?:updated|corrected|revised|improved|final|second|new) (?:list|text|draft|answer|attempt|version)\b",
    r"^\W*\[[x✓ ]\]|\bi did (?:what i could|my best|try)\b|^\W*\(\d+\)\W*$",
    r"\b(?:as|per) (?:you )?(?:requested|asked|required|instructed|specified|your (?:instructions?|request))\b",
    r"\byou(?:r)? (?:asked|requested|named|specified|wanted|instructions?|requirements?|request)\b",
    r"\b(?:let me know (?:if|whether)|is this \w+ enough|feel free to|as you can see|i hope (?:this|it|"
    r"that this) (?:helps|meets|works|fits|is))\b",
    r"\bwould (?:this|that) (?:\w+ )?(?:work|do)\b|\bi can also (?:make|write|rewrite|change)\b",
    rf"\bsorry if\b.*\b{_UNIT}\b",
    r"\b(?:best attempt|did my best|(?:corrected|revised|improved|new|final) version|another (?:try|attempt)|"
    r"final check|word count|i(?:'ve| have) revised)\b",
    rf"^\W*{_NUMBER} {_UNIT}\W*$|[(\[]{_NUMBER} (?:words?|characters?|sentences?)[)\]]",
    r"^\W*[a-z]:$|^\W*acrostic:",
    r"^\W*(?:constraint|requirement|rule|sentence|paragraph|line) (?:\w?\d+|[a-z])\b\s*(?:\([^)]*\))?\W*$",
    r"^\W*(?:\d+(?:st|nd|rd|th)|first|second|third|fourth|fifth) (?:sentence|line|paragraph|bullet)\W*:$",
    r"^\W*note:|^\W*(?:please )?note that\b|^\W*(?:constraint|requirement|rule)\b[^:\n]{0,30}:|^\W*constraints? met\b",
    r"^\W*[✓✔✅☑]|^\W*(?:final|letter|word|length|constraint|self)[ -](?:count|check)\b[^:\n]{0,30}:|"
    r"^\W*(?:total )?(?:words|characters|sentences):",
    r"^\W*(?:\d+[.)]\s*)?(?:it|the text|each \w+|every \w+) "
    r"(?:(?:must|should) (?:be written|contain|have at least|end with)|is written in (?:plain|english|a list))\b",
    r"^\W*(?:here is|here's|here are|below is|below are)\b.{0,60}\b(?:text|answer|version|response|attempt|list|"
    r"passage)\b",
    r"\b(?:\d+ (?:sentences|words|paragraphs)|letter avoided|no digits)\W+(?:yes|ok|done|met)\b",
)
"""What hardly stands in any essay."""

ADDRESSED = pattern(
    rf"\b(?:i|me|my|you|your)\b.*\b{_NUMBER} {_UNIT}\b|\b{_NUMBER} {_UNIT}\b.*\b(?:you|your)\b",
)
"""A measure of a rule in a sentence between writer and reader."""

COUNTED = re.compile(r"\(\d+\)\W*$")
"""A length in brackets behind a sentence; two of them are a remark."""

THINKING = pattern(
    r"\bno [a-z]\.?\W*$|^\W*(?:good|close|long|short) enough\b|^\W*what(?: is|'s) left\b|^\W*i assume\b|"
    r"\bthat rules out\b",
    r"\bit (?:only |just )?(?:says|doesn't say|doesn't forbid|isn't forbidden)\b|\bi must (?:stretch|shorten|cut|"
    r"add|trim|"
    r"extend)\b|\bmy (?:draft|first sentence|list) (?:has|is)\b|\bi'll do\b|\bwould be (?:nice|better|safer)\b|"
    r"^\W*after that comes\b|^\W*(?:either|better) (?:start|use|to)\b",
    r"^\W*(?:(?:the )?(?:request|goal)|start|first try|second try|next try|better):$|\b(?:permitted|allowed)\?",
    r"^\W*(?:okay|ok|alright|hmm+|oops|let's see|actually)\b|^\W*wait\b[,.…!]|\b(?:hmm+|oops)\b|, wait, ",
    r"(?:…|\.\.\.) ?(?:no|needs?|could|maybe|whatever)\b|->|→|\bso far(?:\W*$| (?:i|we|that)\b)",
    r"\blet me (?:think|count|re-?count|check|see|try|write|draft|list|verify|start|begin|talk|do|split|take|put|go)\b",
    r"\blet's (?:go with|see|check|double[- ]check|count|think|try|begin with|start with)\b|\bwriting now\b",
    r"\bthe user (?:\w+ )?(?:wants|asks|needs|asking)\b|\b(?:should|shall) i \w+",
    r"\bi'(?:ll|d better) (?:now|start|write|put|use|make|build|present|just|aim|go)\b",
    r"^\W*(?:try|draft|attempt|first attempt|second attempt|next|check|step|option|version|plan|(?:the )?task|"
    r"allowed|then \w|avoid \w)(?: \w+)?:$|^\W*check [\"“]|^\W*(?:option|version) \w\b",
    r"^\W*(?:maybe|alternatively|or should|need)\b|^\W*next(?: \w+)?(?:…|\.\.\.)|^\W*next one\b|^\W*[a-z] = [a-z]+\W*$",
    r"^\W*(?:must|should|could|needs?)(?: not)? (?:be|use|have|start|add|keep|avoid|include|contain|end)\b",
    rf"\b{_NUMBER} (?:more|left|remain(?:ing)?)(?: {_UNIT}| to\b| needed|\W*$)|\b{_NUMBER} to go\b",
    rf"\bthat(?:'s| is) (?:only )?{_NUMBER}(?: {_UNIT})?[.,;]|\b{_NUMBER} in total\b|\bis {_NUMBER}, so\b",
    rf"[^\d\s]\s*=\s*\d+\b|\bgives \d+\b|\btotal\W+\d+\b|\bmakes {_NUMBER}\b(?! {_UNIT})|\bis (?:six|ten|twelve)\b",
    r"\b(?:\w-){3,}\w\b|\b(?:\w ){3,}\w\b|(?:\w+/){2,}\w+|(?:\w+ ?\(\d+\)[ ,.:]*){3}",
    r"(?:^|[,.;:?] )(?:no|yes|fine|good|ok|okay|great|works)\W*$",
    r"\btoo (?:long|short)\b|, so (?:it is|they are|replace|avoid)|\brepeats?\b.{0,20}\bused\b|\bany \w\?|"
    r"\bhas \w\b(?! \w)|\bused (?:it|that|this) (?:above|before|already|once|twice)\b",
    r"^(?:does|is|are|was|can|could|should|how) .{0,80}\b(?:count|used|mean|allowed|fine|digit|phrase)\b.{0,30}\?",
    r"\bfrom the clues\b|\bso the (?:order|answer) (?:is|must)\b|\bstarts? with [A-Z]\b.*\?",
)
"""Thinking aloud."""

WEIGHING = pattern(
    r"\b(?:i|we)(?:'d|'ll| will| would| am| are| still| only| also)? (?:need|should|could|can|can't|have to|must|think|"
    r"believe|want|prefer|guess|pick|start|leave|end up|go|told|have used)\b",
    r"\b(?:maybe|perhaps)\b|^\W*(?:now|so|then|or)\b|^\W*(?:add|use|replace|avoid|do not|don't|put)\b|\?\W*$",
)
"""Weighing what to do, which a story does as well."""

COMPOSING = pattern(
    r"\b(?:draft|ordering|intro(?:duction)?|introductory|backticks|dash(?:es)?|spelled out|permitted|chain)\b",
    r"\b(?:sentences?|words?|letters?|bullets?|paragraphs?|lines|list|phrase|code block|digits?|hyphen(?:ated)?|verb|"
    r"adjectives?|acrostic|count|write|draft|the text|starts? with)\b|[\"“][\w'-]+[\"”]",
)
"""What is weighed where an answer weighs its own text."""

PROCESS = pattern(
    r"\b(?:i|we)(?:'d|'ll|'m| will| would| am| are| still| also)? (?:\w+ )?"
    r"(?:need|should|shouldn't|could|can|can't|have|must|think|believe|want|prefer|guess|pick|start|leave|go|keep|"
    r"list|build|begin|use|get)\b|\b(?:i'm|i am) at\b",
    r"\?\W*$|^\W*(?:now|so|then|next|first|if|but|or|also|say|check|add|use|replace|avoid|candidates|possible|already|"
    r"can't|that|each of these|this means|one of which|all)\b|\b(?:further|left|adds up|sums? to|let me|let's|hmm)\b",
    r"(?:^|[,.;:?!] )(?:no|yes|fine|good|ok|okay|great|works|true|false|perfect|easy|right|done)\b",
)
"""A step on the way to a text, where it stands beside what rules are about."""

SYMBOLS = re.compile(
    r"(?:\b[A-Z]\b\W{1,3}){3}|^\W*[A-Z] ?[=:]|[\"“][\w'-]+[\"”].*\b(?:is|has|contains|starts|gives|in|twice|used)\b"
)
"""Letters and words spoken of one by one."""

VERDICT = pattern(
    r"^(?:no|yes|fine|good|ok|okay|great|works|true|false|perfect|easy|right|done|hmm|"
    r"all satisfied)(?:, .{0,25})?[.!?…]$",
    rf"^\W*{_NUMBER} ?(?:words|letters|sentences)?(?: now)?\s*[?.…]?$",
)
"""A verdict on a step, which is the whole segment."""

MENTION = re.compile(r"[\"“][\w'-]+[\"”]")
"""A word spoken of; several in a segment are thinking aloud."""
