"""Italian words. A section holds phrases, parted by commas; ``{a|b}`` stands for either.

Case, accents and hyphens do not count. Sections are explained in ``lexicon.py``.
"""

from __future__ import annotations

WORDS: dict[str, str] = {
    "polite": """
        ciao, salve, buongiorno, buon giorno, buonasera, buondì, buona
        {sera|serata|giornata|notte|fortuna|partita|continuazione}, buon {gioco|divertimento}, grazie,
        grazie {mille|tante|infinite|ancora}, molte grazie, mille grazie, per {favore|piacere|cortesia},
        prego, ti prego, cordiali saluti, cari saluti, saluti, un saluto, a presto, arrivederci, caro,
        cara, cari, care, gentile, gentili, distinti saluti, in bocca al lupo, complimenti, bravo,
        brava, bella mano, ben giocata, {scusa|scusate|scusi} {il|per il} ritardo, grazie per {la
        pazienza|l'attesa}, un abbraccio
    """,
    "vocative": """
        a {tutti|tutte}, a tutti quanti, a tutti voi, tutti, {cari|} amici, amici miei, ragazzi,
        ragazze, signori, signore, signora, signore e signori, {il|caro|signor|} croupier, a tutto il
        tavolo, al tavolo, mazziere, compagni, gente, colleghi, {caro|} organizzatore
    """,
    "aside": """
        ok, okay, va bene, bene, d'accordo, allora, dunque, beh, eh, ah, oh, ehi, ecco, dai, su, forza,
        ahah, haha, vabbè, certo, ci penso, mossa, decisione, risposta, azione, {la mia|}
        {mossa|decisione|risposta|scelta|azione|giocata}, peccato, pazienza, benissimo, la mia
        {mossa|decisione|risposta|scelta|azione} è {di|}, tocca a me, è il mio turno, il mio turno, per
        quanto mi riguarda, da parte mia, hm, hmm, mmh, uhm
    """,
    "filler": """
        e, ed, quindi, poi, ora, adesso, semplicemente, anche, infine, volentieri, pure, purtroppo,
        ahimè, con piacere, a malincuore, questa volta, stavolta, per {ora|adesso|questo giro|questa
        mano|questa volta|stavolta}, {questo giro|questa mano}, in questa mano, in questo giro, io,
        anch'io, anche io, subito, con calma, senz'altro, senza esitare, per il momento
    """,
    "subject": """
        vorrei, voglio, desidero, preferisco, intendo, vorrei proprio, {decido|ho
        deciso|scelgo|decide|sceglie} di, mi piacerebbe, faccio, fa, faccio un, dico, dice, dichiaro,
        annuncio, sono, vado, va, mi limito a, mi accontento di, per me, gioco, fammi, lasciami
    """,
    "subject:third": "lui, lei, egli, ella",
    "article": "le, le mie, mie, queste, le mie ultime",
    "neg": """
        non, no, né, mai, nessun, nessuno, nessuna, senza, neanche, nemmeno, neppure, niente, nulla,
        invece di, piuttosto che, mica
    """,
    "cond": """
        se, quando, forse, magari, altrimenti, a meno che, qualora, finché, finche, dovrebbe, potrei,
        potrebbe, dovrei, vorrebbe, purché, casomai, nel caso, appena, solo se, eventualmente, sennò
    """,
    "idiom": """
        è tutto, questo è tutto, tutto qui, punto e basta, passo a, tutto bene, vedo che, ci vedo, si
        vede, chiamami, punto esclamativo, a tutto, di tutto, tutto sommato, tutto considerato
    """,
    "retract": """
        anzi, aspetta, aspettate, scusa, scusate, scusi, ops, piuttosto, correzione, mi correggo, volevo
        dire, voglio dire, errore, in realtà
    """,
    "or": "o, od, oppure, sia",
    "yes": """
        sì, sì sì, confermo, confermato, sì confermo, {sì|} sono {proprio|} io, {sì|} sono {stato|stata}
        io, {sì|} ero io, {sì|} l'ho {scritto|scritta} io
    """,
    "to": """
        a, ad, fino a, fino ad, {per arrivare|arrivo|arrivando|arriva|arrivare} {a|ad}, per
        {andare|salire} {a|ad}, {per|} un totale di, {per|} totale di, cioè, vale a dire, ossia, che
        {fa|fanno}, per fare, portando {a|il totale a|la puntata a}, per raggiungere, per un totale di,
        per arrivare al totale di
    """,
    "by": "di, d'",
    "for": "per, con",
    "from": "da",
    "more": "in più, di più, in aggiunta, altri, altre, altro, ancora, ulteriori, aggiuntive",
    "total": "in totale, in tutto, totale, complessivamente, complessivi, complessive",
    "plus": "più",
    "in": "nel piatto, al piatto, al centro, sul piatto",
    "unit": "fiche, fiches, fish, gettone, gettoni, cip, delle mie fiche",
    "min": "del minimo, {il|al|} minimo, {il|al|} min, minima",
    "max": "del massimo, {il|al|} massimo, {il|al|} max",
    "referee": "arbitro, l'arbitro, signor arbitro",
    "command:referee": """
        {chiamo|chiama|chiamate|chiamare|chiami} {l'arbitro|un arbitro|arbitro|il
        croupier|l'organizzatore}, arbitro per favore, mi appello all'arbitro
    """,
    "command:register": """
        iscrizione, mi iscrivo, m'iscrivo, iscrivimi, iscrivetemi, iscrivermi, iscriversi, la mia
        iscrizione, mi {vorrei|voglio} iscrivere, iscrivere, richiesta {d'|di} iscrizione
    """,
    "command:withdraw": """
        ritiro, mi ritiro {dal torneo|dalla competizione|dalla lega}, ritira la mia iscrizione, ritirate
        la mia iscrizione, {annulla|annullate|annullo|annullare|cancella|cancello|cancellare} la mia
        iscrizione, cancellami, cancellatemi, disiscrivimi, disiscrivermi, disiscrizione,
        {ritirarmi|ritirarsi|devo ritirarmi} {dal torneo|dalla competizione|dalla lega},
        {lascio|lasciare|abbandono} {il torneo|la competizione|la lega}
    """,
    "command:status": """
        qual è la situazione, com'è la situazione, stato, situazione, la situazione, a che punto {siamo|è la
        partita}, lo stato, stato {della partita|del tavolo}, a chi tocca, tocca a chi, come siamo messi,
        i miei tavoli
    """,
    "command:help": """
        aiuto, aiutami, aiutatemi, comandi, istruzioni, come {si gioca|funziona|gioco}, {cosa|che cosa} posso
        {fare|scrivere}, ho bisogno d'aiuto, ho bisogno di aiuto
    """,
}

NUMBERS = """
    zero, {un|uno|una}, due, tre, quattro, cinque, sei, sette, otto, nove, dieci, undici, dodici, tredici,
    quattordici, quindici, sedici, diciassette, diciotto, diciannove, venti
"""
"""From zero to twenty, in order."""

OTHER_NUMBERS = """
    trenta, quaranta, cinquanta, sessanta, settanta, ottanta, novanta, cento, mille, mila, milione,
    milioni, decina, dozzina, ventina, mezzo, mezza, metà, virgola, meno, ventuno, ventidue, ventitré,
    ventiquattro, venticinque, ventisei, ventisette, ventotto, ventinove, duecento, duemila
"""
"""Words that are part of a number this grammar does not read: write it in digits."""

GAMES: dict[str, dict[str, str]] = {
    "holdem": {
        "fold": """
            lascio, lascia, lasciare, {lascio|lascia|lasciare} {la mano|le carte|il piatto|il
            colpo|perdere}, fold, foldo, folda, foldare, {butto|getto|butta|getta} {le carte|la mano|via
            le carte}, {butto|getto} le carte via, mollo, molla, mollo {la mano|le carte}, passo la
            mano, {abbandono|abbandona} {la mano|il piatto|il colpo}
        """,
        "pass": "passo, passa, passare, passo il turno, passa il turno",
        "call": """
            vedo, vede, vedere, {ti|vi} vedo, chiamo, chiama, chiamare, call, callo, calla, callare,
            seguo, segue, seguire, pago, paga, pagare, copro, copre, coprire, pareggio, pareggia,
            pareggiare, completo, completa, completare, eguaglio, uguaglio, vado a vedere, pago per
            vedere, paga per vedere, {ti|vi} seguo, seguendo, completando, vengo a vedere
        """,
        "check": """
            passo la parola, busso, bussa, bussare, parola, check, checko, checka, checkare, {dico|dice}
            parola, la parola
        """,
        "raise": """
            rilancio, rilancia, rilanciare, rilanciando, controrilancio, controrilancia, contro
            {rilancio|rilancia}, controrilanciare, raise, raiso, raisa, raisare, alzo, alza, alzare,
            aumento, aumenta, aumentare, salgo, salire, porto, il mio rilancio, il mio rilancio è
            {di|a|}, alzo {la posta|la puntata|il piatto}, rirelancio, rerilancio
        """,
        "bet": """
            punto, punta, puntare, puntando, bet, betto, betta, bettare, scommetto, scommette,
            scommettere, apro, apre, aprire, apertura, la mia puntata, la mia puntata è {di|}, puntata
        """,
        "add": "aggiungo, aggiunge, aggiungere, aggiungendo, ne {aggiungo|aggiunge}, ci aggiungo",
        "put": """
            metto, mette, mettere, mettendo, ci metto, ne {metto|punto}, poso, posa, posando, piazzo,
            piazza, verso, versa, versando
        """,
        "all-in": """
            tutto, all in, allin, {punto|punta|metto|mette|gioco|scommetto|spingo|punto io} tutto,
            {punto|metto|gioco|} {il mio resto|tutto il mio stack|tutto lo stack}, resto, di resto, a
            resto, {faccio|fa|fare} {il mio resto|il resto|resto}, {punto|metto|gioco} il resto, tutto
            dentro, dentro tutto, {punto|metto|gioco|} tutte le {mie fiche|mie fiches|fiche|fiches},
            pusho, pusha, pushare, shovo, shova, shove, push, butto dentro tutto, tutto quello che ho,
            mi gioco tutto, metto dentro tutto, {punto|metto|gioco} tutto {quello che ho|il resto},
            rilancio tutto, vado di resto
        """,
        "bet-object": """
            {la|la tua|la sua|la vostra|questa|sua|tua} puntata, {il|il tuo|il suo|il vostro|questo}
            {rilancio|raise}
        """,
        "all-in-object": "{l'|il tuo|il suo|il vostro} all in, {il tuo|il suo} resto",
        "hint:call": "ci sto, sto, vengo, sono dentro, resto in gioco, rimango",
        "hint:fold": "esco, mi ritiro, si ritira, abbandono, abbandona, rinuncio, sono fuori",
    },
    "saint": {
        "river": """
            fiume, river, {al|nel|sul|verso il|per il} fiume, {la mia|la|} carta {del|per il|al} fiume, {il|il
            mio} fiume
        """,
        "reveal": """
            scoprire, scopri, scopro, scopre, mostrare, mostra, mostro, rivelare, rivelo, rivela, svelare,
            svelo, svela, girare, giro, gira, reveal
        """,
        "take": """
            prendere, prendi, prendo, prende, raccogliere, raccolgo, raccogli, raccoglie, riprendere,
            riprendo, riprende, pescare, pesco, pesca, take
        """,
        "put": """
            mettere, metto, metti, mette, posare, poso, posa, dare, aggiungere, aggiungo, aggiunge,
            scegliere, scelgo, sceglie, giocare
        """,
        "article:card": "il, lo, la, l', i, gli, le, un, uno, una, il mio, la mia, i miei, le mie",
        "filler:card": "{la|la mia} carta, {le|le mie} carte, carta, carte, {dal|del} {fiume|tavolo|mazzo}",
    },
    "pyramid": {
        "place": """
            piazzare, piazzo, piazza, mettere, metto, metti, mette, posare, poso, posa, porre, pongo,
            collocare, colloco, colloca, costruire, costruisco, {piazzo|metto|metti|poso|pongo|colloco} su
        """,
        "pick": """
            prendere, prendo, prendi, prende, raccogliere, raccolgo, raccogli, raccoglie, togliere, tolgo,
            togli, toglie, pescare, pesco, pesca, levare, levo, leva
        """,
        "hand": """
            mano, {in|nella|alla|la} mano, {nella|alla|la} mia mano, {in|nella|alla|} mano numero
        """,
        "choose": """
            scegliere, scelgo, scegli, sceglie, tenere, tengo, tieni, tiene, selezionare, seleziono
        """,
        "row:space": "riga, fila, piano, {nella|alla|sulla|la|in} {riga|fila}, al piano",
        "column:space": "colonna, {nella|alla|sulla|la|in} colonna",
        "ordinal:1": "prima, {nella|alla|la} prima, {nella|alla|la} mia prima",
        "ordinal:2": "seconda, {nella|alla|la} seconda, {nella|alla|la} mia seconda",
        "ordinal:3": "terza, {nella|alla|la} terza, {nella|alla|la} mia terza",
        "filler:space": """
            in, su, nel, sul, nello, {il|il mio|questo|mio|} blocco, {nella|la|} casella, {lo|nello|} spazio,
            numero, lo
        """,
        "article:card": "il, la, l', un, uno, una, il mio, la mia",
    },
}

ALONE: dict[str, str] = {
    "command:register": """
        partecipo, partecipare, vorrei partecipare, {vorrei|voglio|desidero} {giocare|iscrivermi}, {mi
        iscrivo|iscrivermi|iscrizione|partecipo|partecipare} {al torneo|alla competizione|alla lega}
    """,
    "command:withdraw": """
        mi ritiro, ritirarmi, ritirarsi, {vorrei|voglio|devo|desidero} ritirarmi, non partecipo {più|}
    """,
}
"""What is said of no table: at one, some of these words mean a move."""

RANKS = """
    due, tre, quattro, cinque, sei, sette, otto, nove, dieci, {fante|jack}, {donna|regina|dama}, re, asso
"""
"""From two to ace."""

SUITS = "{fiori|fiore}, {quadri|quadro}, {cuori|cuore}, {picche|picca}"
"""Clubs, diamonds, hearts, spades."""

COURT = {"T": "10"}
"""Letters of ranks that are written otherwise in this language."""

SAYS: dict[str, dict[str, str]] = {
    "holdem": {
        "fold": "lasciare",
        "check": "check",
        "call": "vedere",
        "raise": "rilanciare a {to}",
        "all-in": "all-in",
        "timeout": "tempo scaduto",
        "remove": "escluso dall'arbitro",
        "chips": "{n} fiche|{n} fiche",
    },
    "saint": {
        "river": "fiume {cards}",
        "reveal": "scoprire {cards}",
        "take": "prendere {cards}",
        "timeout": "tempo scaduto",
    },
    "pyramid": {
        "place": "piazzare {at}",
        "pick": "prendere {at}",
        "hand": "mano {hand}",
        "choose": "scegliere {block} mano {hand}",
        "timeout": "tempo scaduto",
        "abandon": "abbandona la partita",
    },
}

EXAMPLES: dict[str, dict[str, str]] = {
    "holdem": {
        "fold": "LASCIARE <esci da questa mano>",
        "check": "CHECK <niente da pagare>",
        "call": "VEDERE <{chips}>",
        "raise": "RILANCIARE A <importo: da {min} a {max}>",
        "raise-one": "RILANCIARE A <importo: solo {min}>",
        "all-in": "ALL-IN <{chips}, tutto quello che hai>",
    },
    "saint": {
        "river": "FIUME <una carta fra {cards}>",
        "reveal": "SCOPRIRE <due carte fra {cards}>",
        "take": "PRENDERE <una carta fra {cards}>",
    },
    "pyramid": {
        "place": "PIAZZARE <riga-colonna, fra {spaces}>",
        "pick": "PRENDERE <riga-colonna, fra {spaces}>",
        "hand": "MANO <fra {hands}>",
        "choose": "SCEGLIERE <un blocco fra {cards}> MANO <fra {hands}>",
    },
}
