import type { Consenting } from './grammar';
import { phrases, words } from './language';

/** The closed classes of which a yes in German is made. */
export const GERMAN_CONSENT: Consenting = {
  consenting:
    phrases(`ja, ja bitte, ja gerne, ja gern, ja klar, ja natürlich, ja mach das, ja machen Sie das, j, jo, jep, jap, jawohl, gerne, gern, na klar, sicher, natürlich, selbstverständlich, einverstanden,
    bestätigt, ich bestätige, ich bestätige das, genehmigt, freigeben, ich bin einverstanden, genau, ganz genau, richtig, korrekt, stimmt, auf jeden fall, unbedingt, yes, 👍, 👌, ✅`),
  instructing: phrases(
    'mach das, machen Sie das, mach es, machen Sie es, mach das bitte, machen Sie das bitte, bitte mach das, bitte machen Sie das, tun Sie das, tu das, tun Sie es, nur zu, los, leg los, legen Sie los, fortfahren, weiter so',
  ),
  nodding: phrases('ok, okay, klar, passt, passt so, in ordnung, geht klar, geht in ordnung, von mir aus, meinetwegen'),
  besideConsent: words(
    'bitte danke schön vielen dank das es mal einfach jetzt gleich doch dann und so sofort ich heute',
  ),
  besideNod: words('bitte dann das es jetzt so heute'),
  judging: {
    subjects: words('das dies dieses alles so'),
    looseSubjects: words('es'),
    copulas: words('ist sind'),
    prospective: words('wäre wären würde wird'),
    sensing: words('klingt hört sieht scheint'),
    suiting: words('passt stimmt geht gefällt'),
    confirming: words('richtig korrekt'),
    praising: words(
      'gut ok okay recht ordnung super prima toll perfekt schön klasse spitze wunderbar großartig ideal fein',
    ),
    degrees: words('sehr ganz genau völlig absolut vollkommen wirklich auch in sich an aus dann'),
    parties: phrases('für mich, für uns, mir, uns, von mir aus'),
  },
  reversing: words('rückgängig widerrufen widerrufe zurücknehmen zurückziehen aufheben wiederherstellen reaktivieren'),
};
