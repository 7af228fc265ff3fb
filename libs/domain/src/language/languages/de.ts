import { casual } from 'chrono-node/de';
import { GERMAN_GRAMMAR } from './de-grammar';
import { GERMAN_SUPPORT } from './de-support';
import { counted, phrases, words, type Language } from './language';

export const GERMAN: Language = {
  name: 'de',
  handoffSentence: 'Soll ich eine Kollegin oder einen Kollegen aus dem Support dazuholen?',
  dates: casual,
  grammar: GERMAN_GRAMMAR,
  support: GERMAN_SUPPORT,
  override:
    phrases(`eigentlich, vergiss, vergessen Sie, vergiss es, vergessen Sie es, vergiss das, vergessen Sie das, egal, schon gut, lass es, lassen Sie es, lass das, lassen Sie das, lass mal, stopp, stop, halt,
    abbrechen, abbruch, brich ab, brich das ab, brechen Sie ab, brechen Sie das ab, storniere das, stornieren Sie das, stattdessen, lieber, doch lieber, doch nicht,
    warte, warte mal, warten Sie, moment, moment mal, nein warte, nein warten Sie, nein moment, nein doch, ich hab's mir anders überlegt, ich habe es mir anders überlegt, hör auf, hören Sie auf, ignorier das,
    ignorieren Sie das, streich das, streichen Sie das`),
  nudge:
    phrases(`gibt es etwas neues, gibt's was neues, gibt es was neues, was neues, etwas neues, irgendwas neues, neuigkeiten, gibt es neuigkeiten, schon was neues, schon etwas neues, wie weit bist du, wie weit sind Sie,
    wie sieht's aus, wie sieht es aus, wie ist der stand, was ist der stand, stand, status, update, ?, ??, ???, hallo?, bist du noch da, sind Sie noch da, noch da, ist da jemand, wie lange noch, wie lange dauert das, wie lange dauert es,
    wie lange dauert das noch, wie lange dauert es noch, dauert das noch lange, bist du fertig, sind Sie fertig, schon fertig, fertig?, ist es fertig, und?, na?, also?, ich warte noch, ich warte immer noch`),
  filler: {
    greeting: phrases(
      'hallo, hello, hi, hey, guten morgen, guten tag, guten abend, moin, servus, grüß gott, grüezi, hallo zusammen',
    ),
    help: phrases(
      'hilfe, was kannst du, was können Sie, was kannst du alles, was können Sie für mich tun, was kannst du für mich tun, wie funktioniert das, wie geht das',
    ),
    thanks_reply:
      phrases(`danke, danke schön, dankeschön, danke sehr, vielen dank, vielen lieben dank, herzlichen dank, besten dank, thanks, thank you, thx, tausend dank, merci, danke dir, danke Ihnen, danke nochmal,
      für deine hilfe, für Ihre hilfe, für die hilfe, das hilft mir, sehr hilfreich`),
    filler_acknowledged:
      phrases(`ok, okay, gut, alles klar, klar, verstehe, verstanden, prima, super, toll, schön, perfekt, sehr gut, fein, na gut, aha, hm, hmm, lol, haha, tschüss, tschüs, auf wiedersehen, bis bald, bis dann,
      ciao, das war's, das war alles, das ist alles, das wäre alles, sonst nichts, mehr nicht, schönen tag, schönen tag noch, einen schönen tag, schönen abend, gute nacht`),
  },
  waiting: phrases(
    'warte, warten Sie, warte bitte, warten Sie bitte, moment, moment bitte, einen moment, einen moment bitte, augenblick, einen augenblick, kurz, eine sekunde, eine minute, sekunde, minute, bin gleich wieder da, ich schaue nach, ich sehe nach, ich schaue kurz nach, lass mich nachdenken, lassen Sie mich nachdenken, lass mich überlegen, lassen Sie mich überlegen, ich muss nachdenken, ich muss überlegen, ich melde mich',
  ),
  yes: phrases(`👍, 👌, ✅, yes, ja, ja bitte, ja gerne, j, jo, jep, jawohl, jap, gerne, gern, klar, na klar, sicher, natürlich, selbstverständlich, ok, okay, einverstanden, in ordnung, passt, das passt, passt so, passt mir, mach das, machen Sie das,
    mach es, machen Sie es, mach das bitte, bitte mach das, los, leg los, nur zu, stimmt, das stimmt, stimmt so, richtig, das ist richtig, korrekt, das ist korrekt, genau, ganz genau, bestätigt, ich bestätige, freigeben, genehmigt, auf jeden fall, unbedingt,
    klingt gut, das klingt gut, hört sich gut an`),
  no: phrases(`👎, ❌, no, nein, natürlich nicht, ganz sicher nicht, auf gar keinen fall, nein danke, n, nee, nö, ne, bitte nicht, tu das nicht, mach das nicht, machen Sie das nicht, jetzt nicht, nicht jetzt, noch nicht, lieber nicht, besser nicht, ablehnen, abgelehnt, auf keinen fall, keinesfalls, falsch, das ist falsch, stimmt nicht, das stimmt nicht,
    nicht richtig, nichts, später, vielleicht später`),
  approving: phrases(
    'gut, schön, super, toll, prima, perfekt, klasse, interessant, klingt interessant, klingt schön, klingt toll, gefällt mir, das gefällt mir, das nehme ich, ich nehme, die nehme ich, den nehme ich, das will ich, das möchte ich',
  ),
  referring: phrases(
    `zurück zu, zurück zur, zurück zum, nochmal zu, nochmal zur, nochmal zum, noch mal zu, noch mal zur, noch mal zum, was ist mit, wegen, bezüglich, zu, zur, zum`,
  ),
  correcting: phrases(
    'mach, mach daraus, machen Sie, machen Sie daraus, ändere, ändern Sie, ändere das auf, ändere das in, es sollte, sollte, ich meinte, ich meine, sondern, eigentlich, lieber, doch, sorry, entschuldigung, nehmen wir, wie wäre es mit, aber',
  ),
  anger:
    phrases(`idiot, idioten, trottel, vollidiot, vollidioten, deppen, schwachköpfe, versager, ihr seid unfähig, Sie sind unfähig, du bist unfähig, völlig unfähig, total unfähig, unfähiger haufen, du bist nutzlos, Sie sind nutzlos, völlig nutzlos, blöder bot, dummer bot, blöde maschine, saftladen, drecksladen, sauladen,
    betrüger, abzocker, abzocke, gauner, diebe, lügner, halt die klappe, halt den mund, fick dich, fickt euch, leck mich, verpiss dich, scheiße, scheiß laden, scheißladen, so ein mist, verdammt nochmal, verdammt noch mal, was zum teufel, wo zum teufel, zum teufel,
    ich hasse euch, ich hasse Sie, ich hasse diesen laden, das ist lächerlich, das ist eine frechheit, so eine frechheit, eine unverschämtheit, das ist unverschämt, das ist eine schande, das ist ein skandal, das ist unglaublich, schlechtester service aller zeiten, wollen Sie mich verarschen, willst du mich verarschen, verarschen, was fällt Ihnen ein, was erlauben Sie sich,
    mir reicht's, mir reicht es, jetzt reicht's, jetzt reicht es, ich habe die nase voll, ich habe die schnauze voll, die schnauze voll, antworten Sie endlich, antworte endlich, ich verklage Sie, ich verklage euch, ich zeige Sie an, ich zeige euch an, mein anwalt wird, Sie hören von meinem anwalt, wir sehen uns vor gericht, ich rufe die polizei, das werden Sie bereuen, das wirst du bereuen`),
  neutral:
    words(`ein eine einen einem einer eines der die das den dem des dies diese dieser dieses es ich mich mir mein meine meinen meinem meiner wir uns unser unsere du dich dir dein deine
    sie ihnen ihr ihre ihren man mach mache machen daraus ist sind war waren bin bist sein hat habe haben hast hatte wird werden zu zum zur von vom für auf in im am an um mit bei aus als und oder so also auch bitte nur mal doch
    jetzt schon bereits dann da hier he oh äh ähm hm ach wenn glaube denke würde sollte meinte meine uhr gerne gern`),
  negating: words('nicht nein nie niemals kein keine keinen keinem keiner ohne weder noch nichts'),
  hedging: words('ohne aber jedoch nur außer obwohl vielleicht eventuell unsicher kommt falls wenn'),
  asking: words('was wo wann wer warum wieso wie welche welcher welches wessen ist sind hat gibt'),
  requesting:
    words(`was wo wann wer warum wieso wie welche welcher welches kann kannst können könnte könntest könnten würdest würden will möchte
    brauche zeig zeige zeigen sag sage sagen gib geben finde finden such suche prüfe prüfen erstatte storniere bestelle buche`),
  wishing:
    phrases(`ich will, ich möchte, ich würde gerne, ich hätte gerne, ich hätte gern, ich brauche, ich suche, ich muss, wir wollen, wir möchten, wir brauchen, kannst du, können Sie, könntest du, könnten Sie, würdest du,
    würden Sie, kann ich, können wir, bitte, hilf mir, helfen Sie mir, sag mir, sagen Sie mir, zeig mir, zeigen Sie mir, gib mir, geben Sie mir, gibt es, haben Sie, hast du`),
  doing: words(
    'finden finde suchen suche zeigen zeige prüfen prüfe buchen buche reservieren reserviere kaufen kaufe bestellen bestelle mieten miete machen setzen überweisen senden schicken anrufen empfehlen erstatten erstatte öffnen öffne melden',
  ),
  telling: words('sagen sag sage wissen erklären erkläre'),
  clock: words('zeit uhrzeit uhr stunde'),
  pointing: words('es das dies diese dieser dieses den die ihn sie erste zweite dritte letzte'),
  other: words('andere anderen anderer anderes weitere weiteren weiterer weiteres sonst noch alternative alternativen'),
  relating: words('was welche welcher welches wer wessen warum wie'),
  ownWork: words(
    'anfrage frage fragen alles gespräch chat nachricht nachrichten sache vorgang aufgabe arbeit zu fragen reden schreiben nerven antworten damit das es jetzt bitte sofort',
  ),
  selfHarm: phrases(
    'mich umbringen, bringe mich um, bring mich um, mir das leben nehmen, nehme mir das leben, mein leben beenden, will sterben, möchte sterben, will nicht mehr leben, möchte nicht mehr leben, mag nicht mehr leben, selbstmord begehen, selbstmordgedanken, suizid begehen, suizidgedanken, suizidal, lebensmüde, mich töten, mir etwas antun, mir was antun, wäre lieber tot, wäre am liebsten tot, ich wäre tot, nicht mehr am leben sein',
  ),
  selves: words('mich mir mein meine meinem meinen'),
  selfHarmSentence:
    'Es tut mir leid, dass es Ihnen so geht, und es ist gut, dass Sie es sagen. Ich bin nur ein Programm und kann Ihnen nicht die Hilfe geben, die Sie verdienen. Bitte sprechen Sie jetzt mit einem Menschen: In Gefahr wählen Sie den Notruf 112; die Telefonseelsorge ist in Deutschland Tag und Nacht unter 0800 111 0 111 da, anderswo hilft findahelpline.com.',
  interjecting: phrases(
    'nein, oh, so, also, na, hey, hallo, äh, ähm, hm, und, aber, dann, bitte, ach, sorry, entschuldigung, nee',
  ),
  prefacing: phrases(
    'kannst du, können Sie, könntest du, könnten Sie, würdest du, ich will, ich möchte, ich will dass du, bitte, ich sagte, ich meinte, jetzt, vielleicht',
  ),
  steering: words('eigentlich stattdessen lieber doch warte warten mal moment nein oh hm sie halt'),
  steeringAtEnd: words('stattdessen lieber'),
  joining: words('und dann aber'),
  numbers: counted('eins/ein/eine/einen zwei/zwo drei vier fünf/fuenf sechs sieben acht neun zehn elf zwölf/zwoelf'),
  ordinals: counted(
    'erste/ersten/erster/erstes zweite/zweiten/zweiter/zweites dritte/dritten/dritter/drittes vierte/vierten fünfte/fünften sechste/sechsten siebte/siebten achte/achten neunte/neunten zehnte/zehnten',
  ),
  endings: [['ungen', 'ung', 'en', 'er', 'es', 'em', 'e', 'n', 's', 't']],
  doublesBeforeEnding: false,
  alike: [
    phrases('buchen, reservieren, buchung, reservierung'),
    phrases('kaufen, bestellen'),
    phrases('finden, suchen'),
    phrases('mieten, leihen'),
    phrases('überweisen, senden, schicken'),
    phrases('paket, lieferung, sendung'),
    phrases('erstatten, erstattung, rückerstattung, zurückzahlen'),
  ],
};
