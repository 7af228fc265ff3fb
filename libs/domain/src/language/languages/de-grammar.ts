import { GERMAN_CONSENT } from './de-consent';
import type { Grammar } from './grammar';
import { phrases, spellings, words } from './language';

export const GERMAN_GRAMMAR: Grammar = {
  spellings: spellings(
    'bidde:bitte, bite:bitte, bittee:bitte, nich:nicht, net:nicht, ned:nicht, nix:nichts, wieso:warum, hab:habe, möcht:möchte, moechte:möchte, koennen:können, koennten:könnten, wuerde:würde, fuer:für, zurueck:zurück, dankee:danke, vllt:vielleicht, evtl:eventuell',
  ),
  opening: words(
    'bitte mal doch dann also jetzt nun ok okay hallo hi hey guten tag morgen abend moin oh ach ähm ja gut erstens zweitens drittens zuerst noch und außerdem sorry entschuldigung aber so auch',
  ),
  polite: phrases(
    `sehr geehrte damen und herren, liebes team, hallo zusammen, bitte, bitte schön, bitte sehr, danke, danke schön, dankeschön, vielen dank, danke im voraus, vielen dank im voraus, besten dank, jetzt, sofort, gleich, schnell, umgehend, heute, heute noch, so schnell wie möglich, so bald wie möglich, mal, doch, mir, uns, für mich, endlich, dringend, freundlicherweise, gerne, gern, hallo, guten tag, wenn möglich, wenn es geht, wenn sie so freundlich wären, wärst du so lieb, 👍`,
  ),
  addressing: phrases(
    `können Sie, könnten Sie, können Sie bitte, könnten Sie bitte, kannst du, könntest du, kannst du bitte, könntest du bitte, würden Sie bitte, würdest du bitte, könnt ihr, könntet ihr, könnt ihr bitte, kann jemand, könnte jemand, kann mir jemand, seien Sie so gut und, sei so gut und, seien Sie so nett und, ich bitte Sie, ich bitte um, bitte um`,
  ),
  wanting:
    phrases(`ich will, ich möchte, ich möchte gerne, ich möchte gern, ich würde gerne, ich würde gern, ich hätte gerne, ich hätte gern, ich brauche, ich benötige, ich verlange, ich fordere, ich wünsche, ich möchte bitte, ich will bitte, ich möchte auch, ich will auch, ich möchte noch, ich muss,
    wir wollen, wir möchten, wir brauchen, wir hätten gerne, wir hätten gern, wir würden gerne, ich beantrage, hiermit beantrage ich, möchte, möchte gerne, will, hätte gerne, hätte gern, brauche, dann möchte ich, dann will ich, jetzt möchte ich, jetzt will ich, außerdem möchte ich`),
  firstPerson: words('ich wir'),
  subjects: words(
    'er sie es das dies diese dieser man du ihr jemand niemand alles nichts etwas wer mein meine unser unsere ihre',
  ),
  determiners: words(
    'der die das den dem des mein meine meinen meinem meiner unser unsere unseren ihr ihre ihren dein deine diese dieser dieses diesen',
  ),
  indefinite: words('ein eine einen einem einer'),
  auxiliaries: words(
    'ist sind war waren bin bist seid hat habe haben hast hatte hatten wird werden wurde wurden worden geworden gewesen',
  ),
  modals: words(
    'kann kannst können könnte könnten könntest soll sollen sollte sollten sollst muss müssen musst darf dürfen darfst dürfte würde würden wollte wollten mag',
  ),
  leave: words('kann können könnte könnten darf dürfen dürfte'),
  questioning: words(
    'was wo wann wer warum wieso weshalb wie welche welcher welches welchen wessen wohin woher womit wofür wieviel',
  ),
  subordinating: words(
    'weil da wenn falls sobald bis obwohl während ob sofern solange nachdem bevor dass damit aber sondern denn',
  ),
  coordinating: words('und dann oder aber sowie außerdem'),
  adding: words('und auch noch dazu außerdem ebenso genauso was mit wie'),
  negating: words(
    `🚫 ⛔ ❌ 👎 nicht nein nie niemals kein keine keinen keinem keiner keines keinesfalls keineswegs ohne weder noch_nicht nichts nö nee statt anstatt stattdessen vergiss vergessen lass lassen stopp stop hör`,
  ),
  negatingPhrases: phrases(
    'auf keinen fall, auf gar keinen fall, unter keinen umständen, schon gut, lass es, lassen Sie es, nicht nötig, bloß nicht, nur nicht, nie im leben, nie und nimmer, kommt nicht in frage',
  ),
  conditional: words('wenn falls sobald bis sofern solange ob angenommen sonst nachdem bevor außer vorausgesetzt'),
  conditionalPhrases: phrases(
    'so bald, nur wenn, nur falls, auch wenn, für den fall, im falle, vorausgesetzt dass, in dem moment, so lange',
  ),
  hypothetical: phrases(
    'was wäre wenn, was wäre, angenommen, stell dir vor, stellen Sie sich vor, theoretisch, zum beispiel, z.b, hätte ich, wäre, gesetzt den fall, nur mal so',
  ),
  hedging: phrases(
    'vielleicht, eventuell, möglicherweise, wahrscheinlich, womöglich, ich glaube, ich denke, ich überlege, überlege, ich frage mich, unsicher, nicht sicher, weiß nicht, mal sehen, ich hoffe, irgendwie, könnte sein',
  ),
  reporting: words(
    'sagt sage sagte gesagt sagen meint meinte gemeint schreibt schrieb geschrieben fragt fragte gefragt erzählt erzählte behauptet behauptete empfiehlt empfahl rät riet denkt dachte heißt liest steht stand versprochen versprach will_dass',
  ),
  willing: words('will möchte brauche meine meinte wünsche denke glaube sagte gesagt weiß wollte gewollt verlange'),
  past: phrases(
    'schon, bereits, gestern, vorgestern, letzte woche, letzten monat, letztes jahr, neulich, früher, vorhin, war, waren, hatte, hatten, bekommen, erhalten, bekam, erhielt, wurde, wurden, worden, ist da, ist angekommen, kam',
  ),
  future: phrases(
    `morgen, übermorgen, später, bald, nächste woche, nächsten monat, nächstes jahr, nächstes mal, irgendwann, eines tages, demnächst, in einer woche, in ein paar tagen, am montag, am dienstag, am mittwoch, am donnerstag, am freitag, am samstag, am sonntag, montag, dienstag, mittwoch, donnerstag, freitag, samstag, sonntag, werde, wird, werden, noch nicht, heute abend`,
  ),
  partial: phrases(
    'halb, halbe, halben, die hälfte, hälfte, nur, teil, teilweise, einen teil, zum teil, ein bisschen, ein paar, einige, prozent, %, anteilig, rest, den rest, restlichen, eine von, einen von, eines von, höchstens, mindestens, bis zu, die differenz, differenz, versandkosten, rabatt, bloß',
  ),
  excluding: phrases(
    'statt einer, anstelle von, anstelle einer, außer, ausgenommen, bis auf, abgesehen von, aber nicht, nicht aber, ohne, alles außer, statt, anstatt, stattdessen',
  ),
  alternative: words('oder entweder beziehungsweise bzw'),
  joking: phrases(
    '😂, 🤣, 😉, 🙄, 😜, 🙃, 😏, scherz, nur spaß, war nur spaß, kleiner scherz, lol, haha, hahaha, nur ein test, test, von wegen, als ob, na klar doch, ja klar, spaß',
  ),
  light: words(
    'mach mache machen machen_sie tu tun gib gebe geben veranlasse veranlassen leite einleiten durchführen führe erledige erledigen bekommen haben kriegen erhalten lasse stelle stellen schick',
  ),
  giving: words(
    'zahlen zurückzahlen bezahlen erstatten rückerstatten zurückerstatten überweisen zurücküberweisen gutschreiben senden zurücksenden schicken zurückschicken geben zurückgeben',
  ),
  filling: words(
    'ein eine einen einem einer der die das den dem des mein meine meinen meinem meiner für auf von vom zu zur zum in im mit an am bei aus mir mich uns sie es und & über ihnen dir nr nummer die daraus',
  ),
  infinitive: /(?:en|ern|eln)$/u,
  thanking: phrases(
    'danke für, danke schön für, vielen dank für, dank für, besten dank für, herzlichen dank für, danke dir für, danke Ihnen für',
  ),
  closing: phrases(
    'mit freundlichen grüßen, freundliche grüße, mit freundlichem gruß, viele grüße, liebe grüße, beste grüße, herzliche grüße, mfg, lg, hochachtungsvoll, gruß, grüße',
  ),
  demonstrative: words('das dies dieses'),
  participle: /^(?:ge.{2,}(?:t|en)|.{2,}iert|(?:er|be|ver|zer|ent).{2,}tet)$/u,
  lasting: words(
    'für tag tage tagen woche wochen monat monate monaten jahr jahre jahren stunde stunden minute minuten nacht nächte nächten',
  ),
  addressee: words('du sie dein deine ihr ihre'),
  measuring: words(
    'eur euro euros cent dollar € $ prozent % pin code passwort geheimzahl plz postleitzahl telefon handy handynummer telefonnummer tel fax jahr jahre tag tage tagen woche wochen monat monate stunde stunden uhr stück teile mal personen kg g km m cm zimmer wohnung straße karte iban konto endung version modell ticket vorgang sendungsnummer rechnung bezahlt gekostet kostet preis kundennummer',
  ),
  currencies: phrases('eur euro euros €, usd dollar dollars $, gbp pfund £'),
  ...GERMAN_CONSENT,
  all: phrases('beide, beides, alle, alles, alle beide, beiden, alle drei, sämtliche'),
};
