"""The words by which a remark about the task is known: patterns for one segment each, in three families.

- narration: the answer talks about itself, its rules or the request ("this text has exactly 45 words");
- reasoning: it thinks aloud on the way to a text ("wait, that is 10, so I need 35 more");
- refusal: it says that it will not or cannot write the text, or asks for something first.

A word of the task alone is no remark: an essay may speak of rules, letters and sentences. Narration needs two of the
groups below, or one pattern that hardly stands in any essay.
"""

from __future__ import annotations

import re

_I = re.IGNORECASE


def _pattern(*parts: str) -> re.Pattern[str]:
    return re.compile("|".join(parts), _I)


SELF = _pattern(
    r"\b(?:(?:this|my|our|above|below|following) (?:[\w-]+ ){0,2}|the (?:(?!can|will|must|should|to|of)[\w-]+ )?)"
    r"(?:text|passage|response|answer|version|paragraphs?|list|essay|output|sentences?|poem)\b",
    r"\bthe (?:above|following)\b",
    r"\b(?:here|below) (?:is|are|it is|they are)\b|\bhere's\b",
    r"^\W*(?:a|an) .{0,20}\b(?:text|passage|essay)\b|^\W*this (?:spells|meets|follows|satisfies|respects|avoids|"
    r"uses)\b",
)
"""The answer speaks of itself."""

TASK = _pattern(
    r"\b(?:constraints?|requirements?|instructions?|criteria|guidelines?|prompt|assignment|lipogram|acrostic)\b",
    r"\b(?:forbidden|banned|prohibited|required|mandatory|requested|specified|given|allowed) "
    r"(?:letter|word|words|phrase|length|number|limit|facts?|rules?)\b",
    r"\b(?:rules?|requests?|limit|allowed|forbidden|as required|known facts)\b",
)
"""The rules that it was given."""

MEASURE = _pattern(
    r"\b(?:exactly|only|total of|about|around) (?:\d+|one|two|three|four|five|six|seven|eight|nine|ten) "
    r"(?:\w+ )?(?:words?|sentences?|paragraphs?|lines?|bullets?|bullet points?|characters?|letters?|cities|"
    r"code blocks?)\b",
    r"\b(?:\d+|two|three|four|five|six|seven)[ -](?:word|sentence|line|paragraph|bullet)s?\b",
    r"\b(?:\d+|two|three|four|five|six|seven|eight|nine|ten) bullet points?\b",
    r"\b(?:word|letter|character|sentence) (?:count|check)\b|\btotal (?:words|characters|sentences)\b",
    r"\bletters? [\"'“‘]?\w[\"'”’]?(?!\w)|[\"'“‘]\w[\"'”’] used\b",
    r"\bfirst letters?\b|\bbullet points?\b|\b(?:no|any|without) (?:digits?|numbers?)\b",
    r"\bcharacters long\b|\b(?:increase|grow) in length\b|\blonger than\b|\bin length\b|\bunique\b|"
    r"\bwithin the .{0,12}length\b",
    r"\b(?:code|fenced) blocks?\b|\bno word (?:appears|is|was|stands)\b|\brepeat(?:s|ing|ed)? (?:any|no|a) words?\b",
    r"\bspells?\b|\bwithout the letter\b|\bonly dashes\b|\b(?:word|letter)s? (?:is|was|are|"
    r"were) (?:not )?(?:used|avoided)\b",
    r"\bletters? (?:is|was|are|were)\b|\bthe letter (?:in|you)\b",
)
"""What the rules measure."""

WRITER = _pattern(
    r"\bI(?:'ve| have| also| did| will|'ll| may have)*(?: not)? "
    r"(?:made sure|avoid(?:ed)?|used?|kept|keep|includ(?:ed?|ing)|tried|ensured?|written|wrote|revised|followed|"
    r"my best|respect(?:ed)?)\b",
    r"\bmy (?:best )?(?:attempt|answer|response|text)\b",
    r"\b(?:successfully|throughout|fully|strictly|carefully|both)\b.{0,40}\b(?:avoid|respect|meet|follow|letter)",
    r"\b(?:meets|satisf(?:y|ies|ied)|fulfils?|fulfills?|respects?|avoids?|avoided|adheres?|complies)\b",
)
"""The writer speaks of the writing."""

REMARK = _pattern(
    r"\bas (?:you )?(?:requested|asked|required|instructed|specified)\b",
    r"\byou(?:r)? (?:asked|requested|named|specified|wanted|instructions?|requirements?|request)\b",
    r"\b(?:let me know if|feel free to|i hope (?:this|it|that this) (?:helps|meets|works|fits|is))\b",
    r"\b(?:best attempt|did my best|corrected version|revised version|final check|word count|i have revised|"
    r"i've revised)\b",
    r"^\W*\(?\d+ (?:words?|sentences?|characters?|letters?)\)?\W*$|\(\d+ (?:words?|characters?|sentences?)\)",
    r"^\W*(?:constraint|requirement|rule|sentence|paragraph|line) (?:\w?\d+|[a-z])\b\s*(?:\([^)]*\))?\W*$",
    r"^\W*note:|^\W*(?:please )?note that\b|^\W*(?:constraint|requirement|rule)\b[^:\n]{0,30}:|^\W*constraints? met\b",
    r"^\W*[✓✔✅☑]|^\W*(?:\w+ )?(?:count|check)\b[^:\n]{0,30}:|^\W*(?:total )?(?:words|characters|sentences):",
    r"^\W*(?:\d+[.)]\s*)?(?:it|the text|each \w+|every \w+) "
    r"(?:(?:must|should) (?:be written|contain|have at least|end with)|is written in (?:plain|english|a list))\b",
    r"^\W*(?:here is|here's|here are|below is|below are)\b.{0,60}\b(?:text|answer|version|response|attempt|list|"
    r"passage)\b",
    r"\b(?:\d+ (?:sentences|words|paragraphs)|letter avoided|no digits)\W+(?:yes|ok|done|met)\b",
)
"""What hardly stands in any essay."""

COUNTED = re.compile(r"\(\d+\)\W*$")
"""A length in brackets behind a sentence; two of them are a remark."""

THINKING = _pattern(
    r"^\W*(?:okay|ok|alright|hmm+|oops|let's see|so far)\b|^\W*wait\b[,.…!]",
    r"\b(?:hmm+|oops)\b|, wait, |(?:…|\.\.\.) ?(?:no|needs?|could|maybe|whatever)\b",
    r"\blet me (?:think|count|re-?count|check|see|try|write|draft|list|verify|start|begin|talk|do|split|take|put)\b",
    r"\blet's (?:go with|see|check|double[- ]check|count|think|try)\b",
    r"\bi'(?:ll|d better) (?:now|start|write|put|use|make|build|present|just)\b|\bthe user (?:\w+ )?(?:wants|"
    r"asks|needs)\b",
    r"^\W*(?:try|draft|attempt|first attempt|second attempt|next|check|step|option)(?: \w+)?:$|^\W*check [\"“]",
    r"^\W*(?:maybe|alternatively|or should|need)\b|^\W*next(?: \w+)?(?:…|\.\.\.)",
    r"\bso far\b|\b\d+ (?:more|left)\b|\b\d+ to go\b|\bthat's (?:\d+|two|three|four|five|six)\b",
    r"[^\d\s]\s*=\s*\d+\b|\bgives \d+\b|\btotal\W+\d+\b|\bis \d+, so\b|\bmakes \d+\b|\bis (?:six|ten|twelve)\b",
    r"\b(?:\w-){3,}\w\b|(?:\w+/){2,}\w+|(?:\w+ ?\(\d+\)[ ,.:]*){3}",
    r"(?:^|[,.;:?] )(?:no|yes|fine|good|ok|okay|great|works)\W*$",
    r"\btoo (?:long|short)\b|, so (?:it is|they are|replace|avoid)|\brepeats?\b.{0,20}\bused\b|\bany \w\?|"
    r"\bhas \w\b(?! \w)",
    r"^(?:does|is|are|was|can|could|should|how) .{0,80}\b(?:count|used|mean|allowed|fine|digit|phrase)\b.{0,30}\?",
    r"\bfrom the clues\b|\bso the (?:order|answer) (?:is|must)\b",
)
"""Thinking aloud."""

WEIGHING = _pattern(
    r"\b(?:i|we) (?:\w+ )?(?:need|should|could|can't|have to|must|think|believe|want|have used)\b",
    r"\b(?:maybe|perhaps)\b",
)
"""Weighing what to do, which a story does as well."""

COMPOSING = _pattern(
    r"\b(?:sentences?|words?|letters?|bullets?|paragraphs?|lines|list|phrase|code block|digits?|hyphen|"
    r"introduction|verb|"
    r"adjectives?|acrostic|count|write|draft|the text|start with)\b|[\"“]\w+[\"”]",
)
"""What is weighed where an answer weighs its own text."""


UNABLE = _pattern(
    r"\bi (?:really |just |simply )?(?:can(?:not|'t| not)|won't|will not)\b",
    r"\bi(?:'m| am) (?:sorry|unable|not able|afraid|going to (?:refrain|decline|pass))\b|^\W*(?:sorry|unable|"
    r"unfortunately)\b",
    r"\bi(?:'ll| will| must| have to| had to|'m going to|'d)(?: have to)? (?:\w+ )?(?:decline|refrain|refuse)\b",
    r"\bi don't think i can\b|\bi (?:do not|don't) have (?:the ability|access|enough)\b|\bi apologi[sz]e\b",
)
"""The writer will not or cannot."""

GIVES_UP = _pattern(r"\btoo hard for me\b|\btry another model\b")
"""The same, of no other work than this."""

WRITING = _pattern(
    r"\b(?:writ\w*|creat\w*|produc\w*|generat\w*|provid\w*|compl[yi]\w*|help with|help you|assist|satisf\w*|"
    r"meet (?:all|these|every|both|the)|fulfil\w*|complet\w*|"
    r"follow\w*|answer\w*|attempt\w*|guarantee|avoid\w*|respon[ds]\w*|deliver\w*|do (?:this|that|it)|request|task|text|"
    r"constraints?|instructions?|requirements?|piece|count words|decline|order these)\b",
)
"""What a refusal refuses."""

IMPOSSIBLE = _pattern(
    r"\b(?:impossible|not possible|infeasible|not feasible|unsatisfiable|unfeasible)\b",
    r"\bcontradict\w*\b|\bincompatible\b|\bmutually exclusive\b|\bconflict\b",
    r"\bcannot (?:both |all |be )+(?:met|satisfied|completed|done|fulfilled|given|covered)\b|\bcannot both\b|"
    r"\bcannot hold\b",
    r"\bno (?:\w+ )?(?:text|answer|output|response|solution|output for it)\b.{0,12}(?:exists?|can|is|satisf\w+|that)",
    r"\bno (?:valid|possible) (?:text|answer|output|response|solution)\b",
)
"""The task cannot be done."""

DEMANDS = _pattern(
    r"\b(?:constraints?|requirements?|instructions?|rules?|task|request|prompt|assignment|demand|brief)\b",
    r"\b(?:text|output|answer|response|sentences?|english|prose|passage|letter|words?)\b",
)
"""What an impossibility is about, for it to be about the task."""

ASKS = _pattern(
    r"\bplease (?:go ahead and )?(?:share|send|paste|give me|tell me) (?:it|them|me|your|what)\b",
    r"\bi(?:'m| am) ready to help\b",
    r"\b(?:please|could you|can you)(?: please)? (?:provide|clarify|share|specify|confirm|relax|let me know)\b",
    r"\bwhat (?:would you like|do you mean)\b|\bwould you like (?:me|a|another)\b|\bbefore i write\b",
    r"\bi need more information\b|\bshall i\?|\bshould i write\b",
    r"\bi(?:'d| would| can| will|'ll)? (?:gladly|be happy to|be glad to) (?:write|help)\b|\bi can help with that\b",
)
"""The writer asks for something first."""
