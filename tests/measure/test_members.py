"""Members of the abstract classes are counted once, with who asks and who answers otherwise."""

from tests.measure.members import BASES, Member, list_members, read_members

BASE = """
class Procedure:
    id: str
    title = ""

    def has_opening(self): ...


class AdndProcedure(Procedure):
    title = "family"

    def build_deeds(self): ...
"""
ONE = """
class One(AdndProcedure):
    id = "one"

    def __init__(self):
        self.title = super().title

    def build_deeds(self):
        return super().build_deeds()
"""
ASKS = "print(one.has_opening(), one.has_opening(), one.id)"


def test_the_members_of_each_class_are_those_of_its_body() -> None:
    assert read_members(BASE, BASES) == {
        "Procedure": ["id", "title", "has_opening"],
        "AdndProcedure": ["title", "build_deeds"],
    }


def test_a_member_counts_once_with_the_files_that_ask_and_the_procedures_that_answer() -> None:
    assert list_members([BASE, ONE, ASKS]) == [
        Member("id", 1, 1),
        Member("title", 0, 1),
        Member("has_opening", 1, 0),
        Member("build_deeds", 0, 1),
    ]
