import { boundsAfter, boundsIn, waysIn, wordsIn, type Bounds, type Comparison, type Lexicon } from './lexicon';

const THE = '(?:(?:die|der|das|des|den|ihre|ihrer) )?';
const THING = `${THE}(?:(?<noun>\\p{L}+) )?(?<one>#\\d+)`;
const OTHER = `${THE}(?:(?<otherNoun>\\p{L}+) )?(?<other>#\\d+)`;
const ALL = '(?:der|von|von den) (?:(?<count>#\\d+)|beiden)(?: (?<otherNoun>\\p{L}+))?';
const FIELD = '(?<field>\\p{L}+)';
const WAY = '(?<way>\\p{L}+)';

const comparison: Comparison = {
  forms: [
    `${THING} (?:ist|war) ${WAY} als ${OTHER}`,
    `${THING} (?<way>kostete? \\p{L}+) als ${OTHER}`,
    `${THING} (?:hat|hatte) (?:eine?n? )?${WAY} ${FIELD} als ${OTHER}`,
    `(?:die|der|das) ${FIELD} (?:von )?${THING} (?:ist|war) ${WAY} als (?:die|der|das) (?:von )?${OTHER}`,
    `${THING} (?:ist|war) (?:die|der|das) ${WAY} ${ALL}`,
    `${ALL} (?:ist|war) ${THING} (?:die|der|das) ${WAY}`,
  ].map((form) => new RegExp(`^${form}$`, 'u')),
  ways: {
    ...waysIn(
      'cost',
      'teurer, teurere, teuerste, kostet mehr, kostete mehr',
      'billiger, billigere, billigste, günstiger, günstigere, günstigste, kostet weniger, kostete weniger',
    ),
    ...waysIn(
      'day',
      'später, spätere, späteres, späteren, späteste, neuer, neuere, neueres, neueren, neueste, jünger, jüngere, jüngste',
      'früher, frühere, früheres, früheren, früheste, älter, ältere, älteres, älteren, älteste',
    ),
    ...waysIn(
      'number',
      'höher, höhere, höheren, höherer, höheres, größer, größere, größeren, größerer, größeres',
      'niedriger, niedrigere, niedrigeren, niedrigerer, niedrigeres, kleiner, kleinere, kleineren, kleinerer, kleineres',
    ),
    ...waysIn('count', 'mehr', 'weniger'),
  },
  fields: {
    artikel: 'items',
    bestellung: 'order',
    bestellungen: 'order',
    betrag: 'amount',
    gesamtbetrag: 'total',
    gesamtsumme: 'total',
    menge: 'quantity',
    preis: 'price',
    rechnung: 'invoice',
    rechnungen: 'invoice',
    summe: 'total',
  },
  nouns: wordsIn('bestellung bestellungen paket pakete artikel produkt produkte nummer'),
};

const bounds: Bounds = {
  before: {
    ...boundsIn('over', 'm p t n count', 'mehr als, größer als, höher als'),
    ...boundsIn('over', 'm p t count', 'über, oberhalb'),
    ...boundsIn('over', 't d h', 'nach, später als'),
    ...boundsIn('from', 'm p t n count d h', 'mindestens, wenigstens, nicht weniger als, minimal'),
    ...boundsIn('from', 'm p t count d h', 'ab'),
    ...boundsIn('from', 'd h', 'seit, frühestens'),
    ...boundsIn('under', 'm p t n count', 'weniger als, kleiner als'),
    ...boundsIn('under', 'm p t count', 'unter, unterhalb'),
    ...boundsIn('under', 't d h', 'vor, früher als'),
    ...boundsIn('to', 'm p t n count d h', 'höchstens, maximal, nicht mehr als'),
    ...boundsIn('to', 'm p t count d h', 'bis, bis zu'),
    ...boundsIn('to', 't', 'innerhalb, binnen'),
    ...boundsIn('to', 'd h', 'spätestens, nicht später als'),
  },
  after: {
    ...boundsAfter('from', 'oder mehr, und mehr, oder darüber, und darüber, aufwärts, oder später'),
    ...boundsAfter('to', 'oder weniger, und weniger, oder darunter, und darunter, oder früher'),
  },
  between: wordsIn(`
    der die das dem den des ein eine einen einem einer wert bestellwert warenwert einkaufswert betrag gesamtbetrag summe preis von vom zu zum zur am
    nur etwa rund insgesamt`),
  sums: /(?:bestellung|rechnung|erstattung|gutschrift|gutschein|zahlung|überweisung|mahnung|erinnerung|angebot|auftrag|betrag)$/u,
};

export const de: Lexicon = {
  function: wordsIn(`
    der die das den dem des ein eine einen einem einer eines dies diese dieser dieses diesen diesem jene jener jenes es er sie ihm ihn ihr ihre
    ihrer ihres ihren ihrem ihnen ich mich mir mein meine meinen meinem meiner wir uns unser unsere unseren unserem unserer du dich dir dein
    deine deinen deinem deiner euch euer eure man sich wer wen wem wessen was welche welcher welches welchen welchem wann wo wohin woher warum wie
    wieso womit wofür worum dazu dafür davon damit daran darauf darin darüber dabei dort an am auf aus bei beim bis durch für gegen in im
    ins mit nach ohne seit über um unter vom von vor zu zum zur zwischen während wegen trotz innerhalb per ab und aber oder denn doch sondern
    sowie so wenn weil falls ob obwohl dass daher deshalb darum also auch nur noch schon bereits jetzt nun dann sehr ganz gar recht etwa
    ist sind bin bist war waren sein seid gewesen hat habe haben hast hatte hatten hab kann können könnte könnten könntest kannst darf dürfen
    dürfte muss müssen soll sollen sollte sollten wird werden werde wirst wurde wurden würde würden worden möchte möchten möchtest mag mögen
    nicht kein keine keinen keinem keiner nichts nie niemals weder als wie je jede jeder jedes jeden jedem andere anderer anderes anderen
    etwas einige einiges viel viele vieles mehr weniger wenig ebenfalls zudem außerdem beziehungsweise bezüglich hinsichtlich laut gemäß selbst
    konnte konnten ließ einfach mal wohl vielleicht eben halt zwar jedoch dennoch gerade eigentlich tatsächlich natürlich nämlich`),
  courtesy: wordsIn(`
    hallo hi hey guten gute guter gutes gut tag morgen abend nachmittag nacht tschüss servus moin grüß gott liebe lieber sehr geehrte geehrter willkommen
    herzlich herzlichen herzliche danke dank dankbar bedanken bedanke vielen bitte gern gerne geschehen freut freue freuen freude froh erfreut schön schöne schönen schönes
    schöner toll tolle super prima klasse wunderbar wunderbare perfekt großartig hervorragend ausgezeichnet nett nette netten bestens beste besten besser
    leid leider entschuldigung entschuldigen entschuldige verzeihung bedauern bedaure bedauere unannehmlichkeiten unannehmlichkeit umstände ärger ärgerlich verärgert
    frust frustrierend verständnis verständlich verstehe verstehen verstanden nachvollziehen geduld geduldig sorge sorgen  
      klar sicher sicherlich gewiss selbstverständlich natürlich genau absolut definitiv oh ach aha hm hmm
    helfen helfe hilft hilfe behilflich hilfreich geholfen unterstützen unterstütze unterstützung frage fragen fragst antwort antworten
    anliegen anfrage wunsch wünsche wünschen wunschgemäß nachricht nachrichten chat gespräch sprechen sagen sage hören gehört erzählen
    wissen weiß kennen sehen sehe gesehen schauen schaue schau geschaut nachgesehen nachschauen nachgeschaut angeschaut ansehen prüfen prüfe geprüft
    finden finde gefunden zeigen zeige erklären erkläre erläutern nennen nenne nennt mitteilen beschreiben beschreibe  denken denke
        schreibe fühlen versuchen brauchen brauche benötigen benötige benötigt wollen lieber
    warten warte moment augenblick kurz kurzen kurze kleine kleinen kleiner bisschen weile zeit jederzeit immer sonst weiter weitere weiteren weiteres weiterhin
    weiterhelfen zusätzlich dinge ding sache sachen jemand jemanden nächste nächsten nächster erste ersten letzte letzten
    angaben information informationen info infos neuigkeit neuigkeiten neues details einzelheiten wort worten beispiel übersicht zusammenfassung
    folgende folgenden folgendes unten oben seite möglich wahl wählen auswählen bevorzugen interessiert interesse interessieren wichtig gerade
    bestellung bestellungen paket pakete artikel produkt produkte nummer nummern bestellnummer shop laden     mensch menschen
      assistent assistentin kunde kundin kunden konto rund
    geht gehen gehört gibt geben gebe machen mache tun halten nutzen verwenden beginnen anfangen zögern
    lust spaß glück glücklich herz warm wochenende woche abends rest treue vertrauen einkauf einkaufen grüße grüßen gruß freundlichen freundliche freundlich
    idee ideen nachsehen richtig vorschlag sinn ehrlich fair völlig vollkommen wirklich nächstes
    ruhig scheuen ran stelle stehe stehen verfügung heißt bedeutet meinen meine gemeint betrifft einmal zusammen gemeinsam schritt schritten lassen lass
     hoffe hoffen hoffentlich angenehmen angenehme erholsamen sonnigen wunderschönen
    tipp tipps hinweis hinweise blick werfen geworfen`),
  phrases: [
    /(?<!\p{L})alles (?:gute|liebe|klar)(?!\p{L})/giu,
    /(?<!\p{L})keine? (?:problem|sorge|ursache|eile)(?=\s*[,.!]|\s*$)/giu,
    /(?<!\p{L})gern(?:e)? geschehen(?!\p{L})/giu,
    /(?<!\p{L})(?:tut|täte) (?:mir|uns)(?: \p{L}+){0,3} leid(?!\p{L})/giu,
    /(?<!\p{L})lassen sie sich zeit(?!\p{L})/giu,
    /(?<!\p{L})in ordnung(?!\p{L})/giu,
    /(?<!\p{L})(?:machen sie es gut|mach'?s gut)(?!\p{L})/giu,
    /(?<!\p{L})passen sie (?:gut )?auf sich auf(?!\p{L})/giu,
    /(?<!\p{L})zur verfügung(?!\p{L})/giu,
    /(?<!\p{L})(?:schönen|wunderschönen|angenehmen|guten) (?:tag|abend|nachmittag|morgen|rest)(?!\p{L})/giu,
    /(?<!\p{L})(?:hier (?:ist|sind|bin ich)|da bin ich)(?!\p{L})/giu,
    /(?<!\p{L})(?:ich bin|wir sind)(?: (?:gern|gerne|jederzeit|immer|weiterhin))?(?: für (?:sie|dich))?(?: (?:gern|gerne|jederzeit|immer))? da(?!\p{L})/giu,
    /^\s*(?:okay|ok|geht klar)(?=[,.!:]|\s*$)/giu,
    /(?<!\p{L})erreichen sie (?:mich|uns)(?!\p{L})/giu,
    /(?<!\p{L})(?:melden|wenden) sie sich(?!\p{L})|sie sich (?:melden|gemeldet haben)(?!\p{L})/giu,
    /(?<!\p{L})schreiben sie (?:mir|uns)(?!\p{L})/giu,
    /(?<!\p{L})willkommen zurück(?!\p{L})/giu,
    /(?<!\p{L})(?:bin|sind|stehe|stehen) (?:ich|wir) (?:\p{L}+ ){0,2}(?:für (?:sie|dich) )?da(?!\p{L})/giu,
    /(?<!\p{L})nichts zu danken(?!\p{L})/giu,
    /(?<!\p{L})auf wiedersehen(?!\p{L})/giu,
    /(?<!\p{L})bis (?:bald|dann|zum nächsten mal)(?!\p{L})/giu,
  ],
  linking: wordsIn(
    'kostet kosten beträgt betragen beläuft enthält enthalten beinhaltet umfasst insgesamt zusammen kommt wert summe',
  ),
  ranking: wordsIn(
    'mehr meist meiste meisten weniger wenigste wenigsten erste ersten erster erstes letzte letzten letzter letztes',
  ),
  alike: [
    ['ankunft', 'ankommen', 'ankommt', 'eintreffen', 'eintrifft', 'kommt', 'kommen', 'trifft'],
    ['versandt', 'versand', 'versendet', 'verschickt', 'verschicken', 'versenden'],
    ['geliefert', 'lieferung', 'zugestellt', 'zustellung'],
    ['erstattung', 'rückerstattung', 'rückerstattet', 'zurückerstattet'],
    ['stornierung', 'storno'],
  ],
  negation: wordsIn('nicht kein keine keinen keinem keiner keines nichts nie niemals weder ohne niemand nirgends kaum'),
  things: wordsIn(`
    bestellung bestellungen paket pakete artikel produkt produkte nummer nummern bestellnummer shop laden mensch menschen kunde kundin kunden konto
    nächste nächsten nächster erste ersten letzte letzten jemand jemanden dinge ding sache sachen angaben information informationen info infos
    neuigkeit neuigkeiten neues details einzelheiten übersicht zusammenfassung beispiel finden finde gefunden sehen sehe gesehen zeigen zeige
    nachgesehen nachgeschaut geschaut angeschaut möglich geht gibt unterstützung anfrage hilfe helfen antwort antworten weiter weitere weiteren
    weiteres stelle verfügung`),
  modest: wordsIn(`
    weiß wissen sicher klar verstehe verstehen verstanden gehört sorge sorgen zögern scheuen problem ärger eile meinen gemeint wünschen wünsche
    hoffe wollen warten`),
  possible: wordsIn(
    'kann können könnte könnten darf dürfen dürfte muss müssen sollte sollten würde würden wenn falls ob vielleicht möchte möchten möglicherweise sobald normalerweise meist',
  ),
  future: wordsIn(
    'wird werden werde wirst soll sollen voraussichtlich voraussichtliche voraussichtlichen voraussichtlicher erwartete erwarteten bald demnächst erwartet',
  ),
  offer: wordsIn('helfen gern gerne freue freuen behilflich unterstützen unterstütze froh'),
  self: wordsIn('ich wir'),
  perfect: wordsIn('habe haben hab hatte hatten'),
  joints: wordsIn('und aber oder denn sondern weil obwohl dass während'),
  answers: wordsIn('ja nein jawohl jepp doch nö nee'),
  comparison,
  bounds,
};
