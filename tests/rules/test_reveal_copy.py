"""A copy of a view goes on without the original, and the original without it."""

from rules.kernel import events as e
from rules.procedures.adnd.orders.listed import DECLARATION_CLASSES
from tests.rules.watchers import PIP, watch


def declared(action: str) -> e.Declared:
    return e.Declared(who="otis", declaration=DECLARATION_CLASSES[action, ""]("otis"), perceived_by=("otis",))


def test_what_is_read_later_is_not_in_a_copy() -> None:
    viewer_log = watch(PIP, declared("C"))
    kept = viewer_log.copy()
    viewer_log.see(declared("G"), 2)
    assert kept.state.declared["otis"].action == "C"
    assert (kept.count, viewer_log.count) == (kept.count, kept.count + 1)


def test_what_a_copy_reads_is_not_in_the_original() -> None:
    viewer_log = watch(PIP, declared("C"))
    viewer_log.copy().see(declared("G"), 2)
    assert viewer_log.state.declared["otis"].action == "C"


def test_a_copy_takes_back_like_the_original() -> None:
    viewer_log = watch(PIP, declared("C"), declared("G"))
    kept = viewer_log.copy()
    for each in (viewer_log, kept):
        each.see(e.TakenBack(to=1, epoch=3), 3)
    assert kept.state == viewer_log.state
    assert (kept.shown, kept.standing) == (viewer_log.shown, viewer_log.standing)
