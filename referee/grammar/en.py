"""English words. A section holds phrases, parted by commas; ``{a|b}`` stands for either.

Case, accents and hyphens do not count. Sections are explained in ``lexicon.py``.
"""

from __future__ import annotations

WORDS: dict[str, str] = {
    "polite": """
        hello, hi, hey, hi there, hello there, greetings, dear, howdy, good
        {morning|afternoon|evening|day|night}, thanks, thank you, thanks {a lot|very much|again}, many
        thanks, thank you {very|so} much, thx, ty, cheers, please, pls, plz, if you please, kindly,
        regards, {best|kind|warm} {regards|wishes}, bye, goodbye, see you, see you {soon|later}, good
        {luck|game}, good luck {all|everyone|everybody}, gg, gl, sincerely, sorry for the
        {delay|wait|late reply|late answer}, {thanks|thank you} for {waiting|your patience}, well
        played, nice hand, have a {nice|good|great} {day|evening|night|game}
    """,
    "vocative": """
        all, everyone, everybody, {my|dear|} friends, folks, gentlemen, ladies, sir, madam,
        {mister|mr|dear|the|} {dealer|croupier}, ladies and gentlemen, guys, mates, mate, team, to all
    """,
    "aside": """
        ok, okay, well, alright, all right, right, fine, good, sure, yep, yeah, ah, oh, hm, hmm, um, uh,
        er, ha, haha, hehe, lol, very well, so be it, too bad, {my|the|}
        {move|action|decision|answer|choice|reply|play}, it's my turn, my turn, {my|the}
        {move|action|decision|answer|choice|reply} is {to|}, i {say|play|choose}, here goes, {it's|it
        is} a
    """,
    "filler": """
        and, now, so, then, just, simply, also, too, finally, gladly, certainly, here, for me, as well,
        unfortunately, alas, regretfully, reluctantly, happily, sadly, of course, with pleasure, with
        regret, this time, for now, {for|on|in|} this {hand|round|turn|deal|street}, for the moment
    """,
    "subject": """
        i, i am, i'm, im, i will, i'll, i shall, i will just, i go, i would like to, i'd like to, id
        like to, would like to, i {want|wish} to, i choose to, i decide to, i have decided to, i've
        decided to, i decided to, i prefer to, i am going to, i'm going to, im going to, let me, let me
        just, let's, {decides|chooses} to, i hereby, allow me to, time to
    """,
    "subject:third": "he, she, they, {he|she} {decides|chooses} to",
    "article": "the, my, these, those, my last, my remaining",
    "neg": """
        not, don't, dont, do not, doesn't, doesnt, won't, wont, can't, cant, cannot, couldn't, wouldn't,
        shouldn't, didn't, isn't, never, no, nope, nor, neither, without, instead of, rather than,
        nothing, nobody
    """,
    "cond": """
        if, unless, when, whenever, whether, would, could, should, might, may, maybe, perhaps,
        otherwise, else, until, suppose, supposing, provided, in case, were, only if
    """,
    "idiom": "that's all, that is all, call me, check this, let's see, you bet",
    "retract": "wait, actually, sorry, oops, correction, scratch that, instead, i mean",
    "or": "or, either",
    "yes": """
        yes, yes do, confirm, confirmed, i confirm, {yes|} {it's|it is|that's|that is|it was|that was|this
        is} {really|indeed|} me, {yes|} i wrote {it|this|that}
    """,
    "to": """
        to, up to, to {reach|make|get to}, {for|} a total of, for total of, making, making it,
        {that|which} makes, that is, ie, bringing it to
    """,
    "by": "by",
    "of": "of",
    "for": "for, with",
    "from": "from",
    "more": "more, extra, additional, further, another, on top",
    "total": "total, in total, altogether, in all, all told, all together",
    "plus": "plus",
    "in": "in, {into|in} the {pot|middle|kitty}",
    "unit": "chip, chips, token, tokens, of my chips",
    "min": "{the|a|} minimum, {the|} min",
    "max": "{the|a|} maximum, {the|} max",
    "referee": "referee, ref, the referee",
    "command:referee": """
        i need {the|a} referee, call {the|a|} {referee|ref|organiser|organizer}, referee please, call
        {the|a} {croupier|dealer}, i call {the|a} {referee|ref}
    """,
    "command:register": """
        register, sign up, sign me up, register me, i register, i sign up, enrol, enroll, registration
    """,
    "command:withdraw": """
        withdraw, i withdraw, withdraw me, unregister, unregister me, withdrawal, withdrawing, {withdraw
        from|withdrawing from|leave|quit} {the|this} {tournament|contest|league}, {cancel|delete|remove} my
        {registration|entry}
    """,
    "command:status": """
        what is the {situation|status}, what's the {situation|status}, status, situation, the situation,
        where are we, show {the|} status, state, how do {things|we} stand, whose turn is it, whose turn, who
        is to {speak|move|play}, my {table|tables}
    """,
    "command:help": """
        what can i do, what can i write, help, help me, commands, instructions, how do i play, how to play,
        how does {this|it} work, i need help
    """,
}

NUMBERS = """
    zero, one, two, three, four, five, six, seven, eight, nine, ten, eleven, twelve, thirteen, fourteen,
    fifteen, sixteen, seventeen, eighteen, nineteen, twenty
"""
"""From zero to twenty, in order."""

OTHER_NUMBERS = """
    thirty, forty, fifty, sixty, seventy, eighty, ninety, hundred, hundreds, thousand, thousands, million,
    dozen, half, quarter, point, comma, k, minus
"""
"""Words that are part of a number this grammar does not read: write it in digits."""

GAMES: dict[str, dict[str, str]] = {
    "holdem": {
        "fold": """
            fold it is, fold me, {snap|insta} fold, fold, folds, folding, {fold|folds}
            {my|his|her|the|this|these|} {hand|cards}, fold it, muck, mucks, mucking, {muck|mucks}
            {my|his|her|the|this|these} {hand|cards}, {throw|lay} {in|down|away} my {hand|cards}, lay my
            {hand|cards} down, throw my {hand|cards} {in|away}
        """,
        "pass": "pass, passes, passing",
        "call": """
            call it is, {snap|insta} call, call, calls, calling, {call|calls} it, call {you|him|her},
            match, matches, matching, match it, complete, completes, completing, equalise, equalize,
            flat call, limp, limp in, see {the|your|his|her|that|this} {bet|raise}, i'll see you,
            {i|i'll} see {the|your|his|her|that|this} {bet|raise}, just call, stay in and call
        """,
        "check": "check, checks, checking, knock, knocks, check it, check behind",
        "raise": """
            raise, raises, raising, {raise|raises} it, {raise|raises} it up, reraise, reraises,
            reraising, re raise, re raises, re raising, increase, increases, bump it up, bump it, raise
            up, up it, {make|makes|making} a raise, my raise, my raise is {to|}, {make|makes} it,
            {2|3|4|5} {bet|bets}, {three|four|five} bet
        """,
        "bet": """
            bet, bets, betting, wager, wagers, wagering, open, opens, opening, lead out,
            {place|make|makes|making} a bet, my bet, my bet is
        """,
        "add": "add, adds, adding, by adding",
        "put": """
            by {putting|paying|posting}, by putting in, {put|puts|putting}, {put|puts|putting} in, throw
            in, throws in, toss in, pay, pays, paying, {place|places|placing}, post, posts, posting
        """,
        "all-in": """
            put me all in, all in, allin, go all in, goes all in, going all in, i go all in, all in it
            is, shove, shoves, shoving, push, pushes, jam, jams, jamming, {bet|put|push|shove|raise}
            {everything|it all|the lot} {in|}, {all|all of} {my|the|his|her} chips {in|}, my
            {whole|entire|last} stack, {bet|put|push|} everything i have, my last {chip|chips}
        """,
        "bet-object": """
            {the|your|his|her|their|this|that} {bet|raise|wager|stake|stakes}, the price, the betting
        """,
        "all-in-object": "{the|your|his|her|their|this|that} {all in|shove|push|jam}",
        "hint:call": "i'm in, i am in, im in, i stay, see, i see, follow, i follow, stay in",
        "hint:fold": "i'm out, i am out, im out, give up, quit, drop out, leave the hand",
    },
    "saint": {
        "river": """
            river, {to|in|into|for} the river, {my|the} river, {my|} river card {is|}, my card for the
            river {is|}
        """,
        "reveal": """
            reveal, reveals, revealing, show, shows, showing, turn {up|over}, turns {up|over}, turning
            {up|over}, uncover, uncovers, uncovering, flip, flips, flipping
        """,
        "take": """
            take, takes, taking, pick, picks, picking, {pick|picks|picking} up, grab, grabs, grabbing
        """,
        "put": """
            put, puts, putting, play, plays, playing, choose, chooses, choosing, give, gives, giving,
            add, adds, adding, place, places, placing
        """,
        "article:card": "the, a, an, my, this",
        "filler:card": "{the|my|} {card|cards}, {from|of|out of} the {pool|table}, from the river",
    },
    "pyramid": {
        "place": """
            place, places, placing, put, puts, putting, set, sets, setting, lay, lays, laying, build,
            builds, building, stack, stacks, stacking
        """,
        "pick": """
            pick, picks, picking, {pick|picks|picking} up, take, takes, taking, grab, grabs, grabbing,
            draw, draws, drawing, remove, removes, removing
        """,
        "hand": """
            hand, {in|into|to|onto} {the|my|} hand, {the|my} hand, {in|into|to|} hand {number|no}, keep it in
            hand
        """,
        "choose": "choose, chooses, choosing, select, selects, selecting, keep, keeps, keeping",
        "row:space": "row, {in|on} row, {the|in the|on the} row",
        "column:space": "column, col, {the|in the} column",
        "ordinal:1": "first, {in|into|to|} {the|my} first",
        "ordinal:2": "second, {in|into|to|} {the|my} second",
        "ordinal:3": "third, {in|into|to|} {the|my} third",
        "filler:space": """
            it, on, at, onto, {the|my|this|that|} block, {the|} space, at space, on space, on top, number
        """,
        "article:card": "the, a, an, my, this",
    },
}

ALONE: dict[str, str] = {
    "command:register": """
        join, join in, enter, enter me, count me in, take part, {i want|i would like|i'd like} to play,
        {register for|sign up for|enter|join|take part in} {the|this} {tournament|contest|league}
    """,
    "command:withdraw": "leave, quit, i {am|want to be} out, take me off the list",
}
"""What is said of no table: at one, some of these words mean a move."""

RANKS = """
    {two|deuce}, three, four, five, six, seven, eight, nine, ten, {jack|knave}, queen, king, ace
"""
"""From two to ace."""

SUITS = "{clubs|club}, {diamonds|diamond}, {hearts|heart}, {spades|spade}"
"""Clubs, diamonds, hearts, spades."""

COURT = {"T": "10"}
"""Letters of ranks that are written otherwise in this language."""

SAYS: dict[str, dict[str, str]] = {
    "holdem": {
        "fold": "fold",
        "check": "check",
        "call": "call",
        "raise": "raise to {to}",
        "all-in": "all-in",
        "timeout": "time-out",
        "remove": "removed by the referee",
        "chips": "{n} chip|{n} chips",
    },
    "saint": {
        "river": "river {cards}",
        "reveal": "reveal {cards}",
        "take": "take {cards}",
        "timeout": "time-out",
    },
    "pyramid": {
        "place": "place {at}",
        "pick": "pick {at}",
        "hand": "hand {hand}",
        "choose": "choose {block} hand {hand}",
        "timeout": "time-out",
        "abandon": "gives the match up",
    },
}

EXAMPLES: dict[str, dict[str, str]] = {
    "holdem": {
        "fold": "FOLD <you leave this deal>",
        "check": "CHECK <nothing to pay>",
        "call": "CALL <{chips}>",
        "raise": "RAISE TO <amount: {min} to {max}>",
        "raise-one": "RAISE TO <amount: only {min}>",
        "all-in": "ALL-IN <{chips}, all you have>",
    },
    "saint": {
        "river": "RIVER <one of {cards}>",
        "reveal": "REVEAL <two of {cards}>",
        "take": "TAKE <one of {cards}>",
    },
    "pyramid": {
        "place": "PLACE <row-column, one of {spaces}>",
        "pick": "PICK <row-column, one of {spaces}>",
        "hand": "HAND <one of {hands}>",
        "choose": "CHOOSE <one of {cards}> HAND <one of {hands}>",
    },
}
