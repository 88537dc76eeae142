"""Words of the questions that Lakofka's ten rules ask, on screens and in scenario files."""

from dataclasses import replace

from rules.kernel.effects import Answer
from rules.kernel.file_words import convert_measure
from rules.kernel.forms import Form
from rules.kernel.question_words import QuestionWords
from rules.kernel.state import OpenQuestion
from rules.kernel.terms import HUNDREDTHS
from rules.procedures.adnd import questions as adnd
from rules.procedures.adnd.orders.listed import AdndWords
from rules.procedures.lakofka.declaration_types import Throw

CHANGE_WORDS = QuestionWords(
    "do something else, or warn somebody?",
    "noticed",
    {
        ("told", "happening"): "{told} warns {you}: {happening}.",
        "told": "{told} warns {you} of {about}.",
        "happening": "{You} {have} noticed: {happening}.",
        "": "{You} {have} noticed what {about} does.",
    },
    silent="as it was said",
)
RETALIATE_WORDS = replace(
    adnd.RETALIATE_WORDS,
    variants={
        "defence": QuestionWords(
            "strike in defence?", "strike?", {"": "{by} is about to strike at {you}, who {have} no blow to come."}
        )
    },
)
AIM_WORDS = QuestionWords(
    "aim at whom, in the end?",
    "aim?",
    {"": "{Your} spell is all but complete.", "targets": "{Your} spell is all but complete, aimed at {targets}."},
    silent="as it was said",
)
PARRY_WORDS = QuestionWords("parry?", "parry?", {"": "{by} is about to strike at {you}."})
OPPOSES_WORDS = QuestionWords("can {weapon}, with which {who} would parry, stop {other} of {by}?")
THWART_WORDS = QuestionWords(
    "keep him off with a weapon?", "keep off?", {"": "{by} comes at {you} with bare hands."}, silent="yes"
)
OBSERVATION_WORDS = QuestionWords(
    "how hard is it to notice?",
    leads={
        "happening": "{happening}: {who} may notice. Usual: {proposed} ({examples}).",
        "examples": "{who} may notice what {about} does. Usual: {proposed} ({examples}).",
    },
    silent="0",
)


class TenRulesWords(AdndWords):
    """Keys of declarations that the ten rules add."""

    order_keys = ("segment", "warn")
    additions = (Throw,)


def read_aim(form: Form, question: OpenQuestion, written: Answer) -> Answer:
    """Return a final aim with its target as a list, or with its place in hundredths."""
    aimed = {key: value for key, value in written.items() if key not in ("choice", "target")}
    at = written.get("choice", written.get("target"))
    if at is not None:
        aimed["target"] = at if isinstance(at, list) else [at]
    return {**aimed, **({"to": convert_measure(aimed["to"], HUNDREDTHS)} if "to" in aimed else {})}
