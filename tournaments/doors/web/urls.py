"""Every page's address. GET shows, POST does."""

from __future__ import annotations

from allauth.account import views as allauth
from django.urls import URLPattern, URLResolver, path

from tournaments.doors.web import (
    absences,
    address,
    asking,
    beacon,
    cases,
    contest,
    create,
    demo,
    drafts,
    entries,
    fairness,
    feed,
    folded,
    friends,
    inbox,
    later,
    league,
    letters,
    lobby,
    manage,
    needs,
    profile,
    proofs,
    proposals,
    replay,
    review,
    rulings,
    staff,
    table,
    turns,
    unsealing,
)
from tournaments.doors.web import account as signing

# --- signing in: a code by mail

account: list[URLPattern | URLResolver] = [
    path("account/sign-in/", allauth.request_login_code, name="account_login"),
    path("account/sign-in/", allauth.request_login_code, name="account_request_login_code"),
    path("account/sign-in/code/", allauth.confirm_login_code, name="account_confirm_login_code"),
    path("account/sign-up/", allauth.signup, name="account_signup"),
    path("account/sign-up/code/", allauth.email_verification_sent, name="account_email_verification_sent"),
    path("account/again/", signing.again, name="account-again"),
    path("account/sign-out/", allauth.logout, name="account_logout"),
    path("profile/", profile.profile, name="account_email"),  # where a code is asked for that nobody needs
    path("account/inactive/", allauth.account_inactive, name="account_inactive"),
    path("profile/", profile.profile, name="account_email"),  # where allauth leads who needs no code any more
]

# --- lobby, contests, organiser's pages, profile

contests: list[URLPattern | URLResolver] = [
    path("", lobby.lobby, name="lobby"),
    path("contests.atom", feed.Contests(), name="contests-feed"),
    path("friends/", friends.new, name="friends"),
    path("language/", lobby.set_language, name="set-language"),
    path("profile/", profile.profile, name="profile"),
    path("profile/address/", address.ask, name="address-ask"),
    path("profile/address/stay/", address.drop, name="address-drop"),
    path("address/confirm/<slug:word>/", address.confirm, name="address-confirm"),
    path("address/undo/<slug:word>/", address.undo, name="address-undo"),
    path("letters/stop/<slug:word>/", address.stop, name="stop-letters"),
    path("claim/<slug:word>/", profile.claim, name="claim"),
    path("draft/<slug:token>/", drafts.shared, name="draft"),
    path("new/", create.choose, name="new"),
    path("new/<slug:preset>/", create.new, name="new-from"),
    path("c/<slug:slug>/", contest.show, name="contest"),
    path("c/<slug:slug>/register/", contest.register, name="register"),
    path("c/<slug:slug>/withdraw/", contest.withdraw, name="withdraw"),
    path("c/<slug:slug>/league/", league.show, name="league"),
    path("c/<slug:slug>/league/absence/", league.absence, name="league-absence"),
    path("c/<slug:slug>/manage/bye/", league.bye, name="league-bye"),
    path("c/<slug:slug>/manage/next-season/", league.following, name="league-next"),
    path("c/<slug:slug>/absence/", absences.show, name="absence"),
    path("c/<slug:slug>/log/", contest.log, name="contest-log"),
    path("c/<slug:slug>/copy/", contest.copies, name="contest-copies"),
    path("c/<slug:slug>/draws.json", contest.draws_json, name="contest-draws"),
    path("c/<slug:slug>/export.jsonl", contest.export, name="contest-export"),
    path("c/<slug:slug>/draws/", proofs.listed, name="draws"),
    path("c/<slug:slug>/draws/<int:pk>/", proofs.shown, name="draw"),
    path("c/<slug:slug>/draws/<int:pk>/draw.json", proofs.file, name="draw-file"),
    path("c/<slug:slug>/share/", proofs.share, name="share"),
    path("c/<slug:slug>/check-in/", proofs.check_in, name="check-in"),
    path("c/<slug:slug>/manage/beacon/", beacon.enter, name="beacon"),
    path("c/<slug:slug>/manage/other-beacon/", beacon.exchange, name="other-beacon"),
    path("c/<slug:slug>/edit/", create.edit, name="edit"),
    path("c/<slug:slug>/manage/", manage.show, name="manage"),
    path("c/<slug:slug>/manage/step/<slug:step>/", manage.step, name="step"),
    path("c/<slug:slug>/manage/extend/", manage.extend, name="extend"),
    path("c/<slug:slug>/manage/choose/", manage.choose, name="choose"),
    path("c/<slug:slug>/manage/cancel/", manage.cancel, name="cancel"),
    path("c/<slug:slug>/manage/pause/", manage.pause, name="pause"),
    path("c/<slug:slug>/manage/turn-time/", manage.turn_time, name="turn-time"),
    path("c/<slug:slug>/manage/table-rule/", manage.table_rule, name="table-rule"),
    path("c/<slug:slug>/manage/croupiers/", manage.croupier, name="croupier"),
    path("c/<slug:slug>/manage/croupiers/remove/", manage.croupier_away, name="croupier-away"),
    path("c/<slug:slug>/manage/tables/<int:number>/", manage.croupier_at, name="croupier-at"),
    path("c/<slug:slug>/manage/prizes/", manage.hand_out, name="hand-out"),
    path("c/<slug:slug>/manage/ask/", asking.ask_all, name="ask-all"),
    path("c/<slug:slug>/manage/ask/<int:turn>/", asking.ask, name="ask"),
    path("c/<slug:slug>/manage/fairness/", fairness.show, name="fairness"),
    path("c/<slug:slug>/entries/", entries.show, name="entries"),
    path("c/<slug:slug>/entries/add/", entries.add, name="entry-add"),
    path("c/<slug:slug>/entries/mark/", entries.mark, name="entries-mark"),
    path("c/<slug:slug>/entries/link/", entries.link, name="entry-link"),
]

# --- tables, my turns, letters

tables: list[URLPattern | URLResolver] = [
    path("my/", turns.mine, name="my-turns"),
    path("t/<slug:word>/", letters.follow, name="turn-link"),
    path("c/<slug:slug>/<int:number>/", table.show, name="table"),
    path("c/<slug:slug>/<int:number>/act/", table.act, name="table-act"),
    path("c/<slug:slug>/<int:number>/read/", table.read, name="table-read"),
    path("c/<slug:slug>/<int:number>/later/", later.leave, name="table-later"),
    path("c/<slug:slug>/<int:number>/news/", table.news, name="table-news"),
    path("c/<slug:slug>/<int:number>/live/", table.live, name="table-live"),
    path("c/<slug:slug>/<int:number>/staff/", staff.rule, name="table-staff"),
    path("c/<slug:slug>/<int:number>/tell/<slug:seat>/", asking.tell, name="tell"),
    path("c/<slug:slug>/<int:number>/call/", cases.call, name="call"),
    path("c/<slug:slug>/<int:number>/case/<int:case>/", cases.show, name="case"),
    path("c/<slug:slug>/<int:number>/copy/", table.copies, name="table-copies"),
    path("c/<slug:slug>/<int:number>/replay/<int:deal>/", replay.show, name="table-replay"),
    path("c/<slug:slug>/<int:number>/replay/<int:deal>/steps/", replay.steps, name="table-replay-steps"),
    path("c/<slug:slug>/<int:number>/record.json", table.record_json, name="table-record"),
]

# --- letters that came in, for who organises

incoming: list[URLPattern | URLResolver] = [
    path("c/<slug:slug>/letters/", inbox.listed, name="letters-in"),
    path("c/<slug:slug>/letters/<int:number>/", inbox.shown, name="letter-in"),
    path("c/<slug:slug>/letters/<int:number>/seen/", inbox.seen, name="letter-seen"),
    path("c/<slug:slug>/letters/<int:number>/letter.eml", inbox.file, name="letter-raw"),
]

# --- the referee's desk

for_referees: list[URLPattern | URLResolver] = [
    path("c/<slug:slug>/<int:number>/rulings/", rulings.show, name="rulings"),
    path("c/<slug:slug>/<int:number>/seal/", unsealing.show, name="unseal"),
    path("c/<slug:slug>/<int:number>/ruling/<int:event>/", rulings.ruling, name="ruling"),
    path("c/<slug:slug>/<int:number>/ruling/<int:event>/<int:kept>/", rulings.piece, name="evidence"),
    path("c/<slug:slug>/<int:number>/rollback/", proposals.rollback, name="rollback"),
    path("c/<slug:slug>/<int:number>/propose/", proposals.propose, name="propose"),
    path("c/<slug:slug>/<int:number>/proposal/<int:proposal>/", proposals.show, name="proposal"),
    path("c/<slug:slug>/<int:number>/why/<int:event>/", folded.why, name="why"),
    path("c/<slug:slug>/outages/", folded.outages, name="outages"),
    path("c/<slug:slug>/cases/", cases.listed, name="cases"),
]

# --- audit review: only to be looked at

reviewing: list[URLPattern | URLResolver] = [
    path("audit/", review.contests, name="audit"),
    path("c/<slug:slug>/audit/", review.ledger, name="ledger"),
    path("c/<slug:slug>/audit/ledger.csv", review.table, name="ledger-csv"),
    path("c/<slug:slug>/audit/verify/", review.verify, name="ledger-verify"),
    path("c/<slug:slug>/audit/<int:seq>/", review.entry, name="ledger-entry"),
]

# --- for the staff

for_staff: list[URLPattern | URLResolver] = [
    path("clock/", needs.clock, name="clock"),
]

# --- the demo's own pages

shown: list[URLPattern | URLResolver] = [
    path("demo/mail/", demo.viewer, name="mail-viewer"),
    path("demo/mail/<int:pk>/", demo.letter, name="mail-letter"),
    path("demo/mail/<int:pk>/html/", demo.letter_html, name="mail-letter-html"),
    path("demo/mail/<int:pk>/raw/", demo.letter_raw, name="mail-letter-raw"),
    path("demo/mail/<int:pk>/reply/", demo.reply, name="mail-reply"),
    path("demo/mail/in/<int:pk>/", demo.received, name="mail-received"),
    path("demo/mail/in/<int:pk>/raw/", demo.received_raw, name="mail-received-raw"),
    path("demo/in/<str:word>/", demo.enter, name="demo-in"),
]

urlpatterns = account + contests + tables + incoming + for_referees + reviewing + for_staff + shown
