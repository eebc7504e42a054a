"""The words of a refusal, for one segment: the writer will not or cannot write it, or asks for something first."""

from __future__ import annotations

from cse.audit.cues import pattern

UNABLE = pattern(
    r"\bi(?! (?:could|did|was|had|never)\b)(?:'m| am|'ll| will| would|'ve| have| do| must| just)?(?: \w+){0,3}? "
    r"(?:cannot|can't|won't|don't|not|unable|declin\w+|refus\w+|refrain\w*)\b",
    r"\bi(?:'m| am) (?:sorry|afraid)\b|^\W*(?:sorry|unable|unfortunately|my apologies)\b|\bi apologi[sz]e\b",
    r"\bgoes against my\b|\bisn't something i\b|\bnot something i\b|\bnone (?:is|will be) (?:provided|given)\b",
)
"""The writer will not or cannot."""

GIVES_UP = pattern(
    r"\bi(?:'m| am) out\b|\bi (?:pass|give up)\b|^\W*(?:can(?:not|'t)|won't|will not) do(?: (?:it|this|that))?\W*$",
    r"\b(?:prefer|like|rather|have) to (?:leave|skip|pass on) (?:this|it|that)\b|\bi(?:'d| would) (?:prefer|"
    r"rather) not\b",
    r"\bi (?:do not|don't) (?:feel|consider myself) (?:\w+ )?(?:qualified|comfortable|able)\b|"
    r"\bleft the answer (?:blank|empty)\b",
    r"\btoo hard for me\b|\btry another model\b|^\W*i (?:refuse|decline)\W*$|\bdeclin\w+ to (?:write|produce|answer)\b",
)
"""The same, of no other work than this."""

WRITING = pattern(
    r"\b(?:writ\w*|creat\w*|produc\w*|generat\w*|provid\w*|compl[yi]\w*|help with|help you|assist|satisf\w*|"
    r"meet (?:all|these|every|both|the)|fulfil\w*|complet\w*|continue with|capable of|something i can|guidelines|"
    r"follow\w*|answer\w*|attempt\w*|guarantee|avoid\w*|respon[ds]\w*|deliver\w*|do (?:this|that|it)|request|task|text|"
    r"constraints?|instructions?|requirements?|limits?|piece|count words|decline|order these)\b",
)
"""What a refusal refuses."""

IMPOSSIBLE = pattern(
    r"\b(?:impossible|not possible|infeasible|not feasible|unsatisfiable|unfeasible|no way to)\b",
    r"\bcontradict\w*\b|\bincompatible\b|\bmutually exclusive\b|\bconflict\b|\bat odds\b|\brules? out\b",
    r"\bcannot (?:both |all |be )+(?:met|satisfied|completed|done|fulfilled|given|covered|written)\b|\bcannot both\b|"
    r"\bcannot hold\b|\bwould not make sense\b",
    r"\bno (?:\w+ )?(?:text|answer|output|response|solution)\b.{0,12}(?:exists?|can|is|satisf\w+|that)",
    r"\bno (?:valid|possible) (?:text|answer|output|response|solution)\b",
)
"""The task cannot be done."""

DEMANDS = pattern(
    r"\b(?:constraints?|requirements?|instructions?|specifications?|rules?|task|request|prompt|assignment|demand|brief|"
    r"limits?)\b",
    r"\b(?:text|output|answer|response|sentences?|english|prose|passage|letter|words?|do this)\b",
)
"""What an impossibility is about, for it to be about the task."""

ASKS = pattern(
    r"\bplease (?:go ahead and )?(?:share|send|paste|give me|tell me) (?:it|them|me|your|what|which|how)\b",
    r"\bplease (?:tell me|contact|consult|ask)\b|\bhow (?:can|may) i (?:help|assist)\b|\bi(?:'m| am) ready to help\b",
    r"\b(?:please|could you|can you)(?: please)? (?:provide|clarify|share|specify|confirm|relax|let me know)\b",
    r"\bwhat (?:would you like|do you mean)\b|\bwould you like (?:me|a|another)\b|\bbefore i write\b",
    r"\bi need more information\b|\bshall i\?|\bshould i write\b|\bi (?:can|could) (?:write|offer) .*\binstead|"
    r"\bif you like\b",
    r"\bi(?:'d| would| can| will|'ll)? (?:gladly|be happy to|be glad to) (?:write|help)\b|\bi can help with that\b",
)
"""The writer asks for something first."""

NEGATIVE = pattern(
    r"\b(?:this|it|that|these|such \w+|such an? \w+) (?:cannot|can't|can not) be \w+(?:ed|ne|en|t|de)\b",
    r"\bi(?:'m| am) (?:unable|not able|not allowed|not permitted)\b|\b(?:outside|beyond) my\b|\bunable to\b",
    r"\bi(?:'m| am|'d| would|'ll| will)? (?:just |simply |really )?(?:not|cannot|can't|won't|rather not)\b",
    r"\bi have no (?:\w+ ){0,2}(?:tools?|access|way|ability|means)\b|\bcan(?:'t|not) (?:simply )?(?:be done|coexist)\b",
    r"\b(?:inconsistent|unachievable|unattainable|self-contradictory)\b|\bno (?:output|text|answer) (?:has|was|will)\b",
    r"\bisn't (?:feasible|possible|doable)\b|\btoo few (?:for|to)\b",
)
"""A no that may be about anything; a refusal where hardly anything else is said."""

OPEN_QUESTION = pattern(r"\b(?:you|i|should|shall|word|sentences?|text)\b.*\?\W*$")
"""A question to whoever asked; a refusal where hardly anything else is said."""
