"""A DM's account: a first password, another one, a forgotten one, and DMs who are added."""

import re
from collections.abc import Callable
from io import StringIO
from typing import Any

import pytest
from django.conf import settings as site
from django.contrib.auth.models import User
from django.core import mail
from django.core.mail import EmailMessage
from django.core.management import CommandError, call_command
from django.test import Client

from encounters import sign_in
from encounters.sign_in import make_token
from encounters.throttle import PASSWORD_MAILS
from tests.encounters.seated import markup, words

pytestmark = pytest.mark.storage

OLD, NEW = "ten segments", "eleven segments"
PAGE, FORGOTTEN = "/password/", "/password/forgotten/"


@pytest.fixture
def laptop(dora: User) -> Client:
    """Return a browser in which Dora has signed in by her password."""
    client = Client()
    assert try_password(client, OLD) == 302
    return client


@pytest.fixture
def emil(transactional_db: None) -> User:
    """Return a DM who has no password."""
    return User.objects.create_user("emil")


def try_password(client: Client, password: str, name: str = "dora") -> int:
    return client.post("/sign-in/", {"username": name, "password": password}).status_code


def follow_link(user: User) -> Client:
    """Return a browser in which this user has signed in by a one-time link."""
    user.refresh_from_db()
    client = Client()
    assert client.post(f"/sign-in/{make_token(user)}/").status_code == 303
    return client


def change(client: Client, old: str | None = OLD, new: str = NEW, again: str = "") -> Any:
    given = {"new_password1": new, "new_password2": again or new}
    return client.post(PAGE, given if old is None else {"old_password": old, **given})


# The pages.


def test_the_dms_name_leads_to_the_password(laptop: Client) -> None:
    assert f'href="{PAGE}"' in markup(laptop.get("/e/"))
    assert "Change your password" in words(laptop.get(PAGE))


def test_who_is_not_signed_in_is_asked_to(transactional_db: None) -> None:
    rex = Client()
    for answered in (rex.get(PAGE), change(rex)):
        assert (answered.status_code, answered["Location"]) == (302, f"/sign-in/?next={PAGE}")


@pytest.mark.parametrize("address", [PAGE, FORGOTTEN])
def test_no_page_of_a_password_is_kept_by_the_browser(laptop: Client, address: str) -> None:
    assert "no-store" in laptop.get(address)["Cache-Control"]


# Another password.


def test_another_password_takes_the_place_of_the_old_one(laptop: Client) -> None:
    assert "Your password is saved" in words(laptop.get(change(laptop)["Location"]))
    assert (try_password(Client(), OLD), try_password(Client(), NEW)) == (200, 302)


def test_this_browser_stays_signed_in_and_others_do_not(laptop: Client, dora: User) -> None:
    phone = follow_link(dora)
    change(laptop)
    assert (laptop.get("/e/").status_code, phone.get("/e/").status_code) == (200, 302)


def test_a_copy_of_the_cookie_is_worth_nothing_afterwards(laptop: Client) -> None:
    thief = Client()
    thief.cookies[site.SESSION_COOKIE_NAME] = laptop.cookies[site.SESSION_COOKIE_NAME].value
    change(laptop)
    assert thief.get("/e/").status_code == 302


def test_this_browser_is_known_afterwards(laptop: Client) -> None:
    change(laptop)
    laptop.post("/sign-out/")
    rex = Client()
    for _ in range(11):
        try_password(rex, "wrong")
    assert (try_password(Client(), NEW), try_password(laptop, NEW)) == (429, 302)


@pytest.mark.parametrize(
    ("old", "new", "again", "said"),
    [
        ("wrong", NEW, NEW, "Your old password was entered incorrectly"),
        ("", NEW, NEW, "This field is required"),
        (OLD, NEW, "twelve segments", "The two password fields didn’t match"),
        (OLD, "short", "short", "This password is too short"),
        (OLD, "password123", "password123", "This password is too common"),
    ],
    ids=["wrong", "none", "not the same", "short", "common"],
)
def test_what_is_wrong_stands_at_its_field(laptop: Client, old: str, new: str, again: str, said: str) -> None:
    answered = change(laptop, old, new, again)
    assert said in words(answered)
    assert "Current password" in words(answered)
    assert try_password(Client(), OLD) == 302


def test_wrong_old_passwords_are_limited(laptop: Client) -> None:
    for _ in range(10):
        assert change(laptop, "wrong").status_code == 200
    answered = change(laptop)
    assert (answered.status_code, answered["Retry-After"]) == (429, "300")
    assert laptop.get("/e/").status_code == 200


def test_new_passwords_that_will_not_do_are_not_counted(laptop: Client) -> None:
    for _ in range(15):
        assert change(laptop, new="short").status_code == 200
    assert change(laptop).status_code == 302


# A first password.


def test_who_has_no_password_sets_one(emil: User) -> None:
    phone = follow_link(emil)
    assert "Set your password" in words(phone.get(PAGE))
    assert change(phone, None).status_code == 302
    assert phone.get("/e/").status_code == 200
    assert try_password(Client(), NEW, "emil") == 302


def test_a_first_password_ends_other_sessions(emil: User) -> None:
    other, phone = follow_link(emil), follow_link(emil)
    change(phone, None)
    assert other.get("/e/").status_code == 302


def test_a_first_password_has_to_be_a_good_one(emil: User) -> None:
    phone = follow_link(emil)
    assert "too short" in words(change(phone, None, "short"))
    assert not User.objects.get(pk=emil.pk).has_usable_password()


def test_who_forgot_the_password_sets_another_after_a_link(dora: User) -> None:
    phone = follow_link(dora)
    assert "Current password" not in words(phone.get(PAGE))
    assert change(phone, None).status_code == 302
    assert "Current password" in words(phone.get(PAGE)), "from now on the old one is asked for"


def test_an_hour_after_the_link_the_old_password_is_asked_for(dora: User, monkeypatch: pytest.MonkeyPatch) -> None:
    phone, then = follow_link(dora), sign_in.time.time()
    monkeypatch.setattr(sign_in.time, "time", lambda: then + 3601)
    assert "Current password" in words(phone.get(PAGE))
    assert "This field is required" in words(change(phone, None))


# A forgotten password.


@pytest.fixture
def mailed(settings: Any, dora: User) -> list[EmailMessage]:
    """Return what is mailed: this site sends mail, and Dora has an address."""
    settings.SENDS_MAIL = True
    User.objects.filter(pk=dora.pk).update(email="dora@example.org")
    return mail.outbox


def ask_for_mail(address: str = "dora@example.org") -> Any:
    return Client().post(FORGOTTEN, {"email": address}, follow=True)


def find_link(sent: EmailMessage) -> str:
    found = re.search(r"http://testserver(/password/new/\S+)", str(sent.body))
    assert found is not None
    return found[1]


def set_new(client: Client, link: str, new: str = NEW) -> Any:
    """Open the link of a mail, and set a password on the page that it leads to."""
    page = client.get(link, follow=True)
    return client.post(page.redirect_chain[-1][0], {"new_password1": new, "new_password2": new}, follow=True)


@pytest.mark.parametrize("address", [FORGOTTEN, "/password/sent/", "/password/new/MQ/set-password/"])
def test_without_mail_every_page_says_which_command_helps(transactional_db: None, address: str) -> None:
    said = words(Client().get(address))
    assert "This table sends no mail" in said
    assert "manage.py sign_in_link NAME" in said


def test_without_mail_nothing_is_sent(dora: User) -> None:
    User.objects.filter(pk=dora.pk).update(email="dora@example.org")
    assert "This table sends no mail" in words(ask_for_mail())
    assert mail.outbox == []


def test_who_is_signed_in_reads_the_command_with_the_name(laptop: Client) -> None:
    assert "manage.py sign_in_link dora" in words(laptop.get(FORGOTTEN))


def test_the_sign_in_page_leads_to_it(transactional_db: None) -> None:
    assert f'href="{FORGOTTEN}"' in markup(Client().get("/sign-in/"))


def test_a_link_in_a_mail_sets_a_new_password(mailed: list[EmailMessage]) -> None:
    assert "Look in your mail" in words(ask_for_mail())
    [sent] = mailed
    assert (sent.to, sent.subject) == (["dora@example.org"], "A new password for Ten Segments")
    assert "Hello dora," in sent.body
    answered = set_new(Client(), find_link(sent))
    assert answered.redirect_chain[-1][0] == "/sign-in/"
    assert "Your new password is saved" in words(answered)
    assert (try_password(Client(), OLD), try_password(Client(), NEW)) == (200, 302)


def test_a_new_password_ends_every_session(mailed: list[EmailMessage], laptop: Client) -> None:
    ask_for_mail()
    set_new(Client(), find_link(mailed[0]))
    assert laptop.get("/e/").status_code == 302


def test_a_link_in_a_mail_works_once(mailed: list[EmailMessage]) -> None:
    ask_for_mail()
    link = find_link(mailed[0])
    set_new(Client(), link)
    answered = Client().get(link, follow=True)
    assert answered.status_code == 410
    assert "This link no longer works" in words(answered)


def test_a_link_that_was_made_up_sets_nothing(mailed: list[EmailMessage], dora: User) -> None:
    ask_for_mail()
    link = re.sub(r"-\w+/$", f"-{'0' * 32}/", find_link(mailed[0]))
    assert Client().post(link, {"new_password1": NEW, "new_password2": NEW}).status_code == 410
    assert try_password(Client(), OLD) == 302


def test_a_new_password_after_a_mail_has_to_be_a_good_one(mailed: list[EmailMessage]) -> None:
    ask_for_mail()
    assert "too short" in words(set_new(Client(), find_link(mailed[0]), "short"))
    assert try_password(Client(), OLD) == 302


def test_nobody_learns_which_addresses_are_known(mailed: list[EmailMessage]) -> None:
    assert words(ask_for_mail("rex@example.org")) == words(ask_for_mail())
    assert [each.to for each in mailed] == [["dora@example.org"]]


def test_no_address_is_none(mailed: list[EmailMessage]) -> None:
    assert "Enter a valid email address" in words(ask_for_mail("dora"))
    assert mailed == []


def test_mails_are_limited(mailed: list[EmailMessage]) -> None:
    answers = [ask_for_mail() for _ in range(PASSWORD_MAILS.most + 1)]
    assert (answers[-2].status_code, answers[-1].status_code, answers[-1]["Retry-After"]) == (200, 429, "60")
    assert len(mailed) == PASSWORD_MAILS.most


# Another DM.


@pytest.fixture
def add_dm(transactional_db: None, settings: Any, tmp_path: Any) -> Callable[..., str]:
    """`add_dm("emil")`: what the command prints."""
    settings.VAR = tmp_path

    def add(*arguments: str) -> str:
        out = StringIO()
        call_command("add_dm", *arguments, stdout=out)
        return out.getvalue()

    return add


def test_a_dm_is_added_and_signs_in_by_the_link(add_dm: Callable[..., str]) -> None:
    path = re.search(r"/sign-in/\S+", add_dm("emil"))
    assert path is not None
    phone = Client()
    assert phone.post(path[0])["Location"] == "/"
    assert "emil" in words(phone.get("/e/"))
    assert change(phone, None).status_code == 302


def test_a_dm_who_is_added_sees_no_fight_of_others_and_no_admin_pages(add_dm: Callable[..., str], hers: Client) -> None:
    add_dm("emil", "--email", "emil@Example.org")
    emil = User.objects.get(username="emil")
    assert (emil.email, emil.is_staff, emil.has_usable_password()) == ("emil@example.org", False, False)
    assert follow_link(emil).get("/admin/").status_code == 302


@pytest.mark.parametrize("name", ["dora", "Dora", " dora "])
def test_a_name_that_is_taken_is_refused(add_dm: Callable[..., str], dora: User, name: str) -> None:
    with pytest.raises(CommandError, match=r"a DM called dora already\. `manage\.py sign_in_link dora` prints a link"):
        add_dm(name)
    assert User.objects.count() == 1


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["", ""], "This field cannot be blank"),
        (["emil the wise", ""], "Enter a valid username"),
        (["e" * 151, ""], "at most 150 characters"),
        (["emil", "emil"], "Enter a valid email address"),
    ],
    ids=["none", "blanks", "long", "address"],
)
def test_a_name_or_address_that_cannot_be_one_is_refused(
    add_dm: Callable[..., str], arguments: list[str], said: str
) -> None:
    with pytest.raises(CommandError, match=said):
        add_dm(arguments[0], f"--email={arguments[1]}")
    assert not User.objects.exists()
