import { phrases, words } from './language';
import type { Support } from './support';

export const GERMAN_SUPPORT: Support = {
  causal: words('weil da denn'),
  faults:
    phrases(`kaputt, defekt, beschädigt, zerbrochen, gebrochen, zerbrach, gerissen, zerrissen, zerkratzt, verbeult, verbogen, undicht, leckt, tropft, ausgelaufen, schmutzig, dreckig, schimmelig, verschimmelt, verdorben, abgelaufen, stinkt, riecht, schmeckt nach,
    zu spät, verspätet, fehlt, fehlen, fehlte, verloren gegangen, verloren, leer, unvollständig, tot, unbrauchbar, nutzlos, schlecht, furchtbar, schrecklich, hässlich, stumpf, verblasst, abgenutzt, schief, locker, laut, in scherben, auseinandergefallen, abgefallen, abgebrochen,
    falsche farbe, falsche größe, falscher artikel, falsches produkt, falschen artikel, falsche artikel, falsche ware, falsches modell, farbe ist falsch, größe ist falsch, zu klein, zu groß, zu lang, zu kurz, zu eng, zu weit, zu dünn, zu schwer, zu leicht, zu schwach, zu stark, zu teuer, zu langsam, nicht wie beschrieben, eine enttäuschung, enttäuschend`),
  grievances: phrases(
    'unzufrieden, enttäuscht, verärgert, unverschämt, unmöglich, inakzeptabel, nicht akzeptabel, gewartet, warte schon, warte seit, warte immer noch, abgebucht, belastet, allergisch, eilig, in eile, dringend, zurückgeschickt, zurückgesendet, habe genug, reicht mir',
  ),
  workings: phrases(
    'funktioniert, funktionieren, funktionierte, geht, gehen, ging, läuft, angekommen, ankommen, kommt, kam, gekommen, geliefert, verschickt, passt, passen, passte, gefällt, gefallen, gefiel, schmeckt, öffnen, schließen, einschalten, mag, bekommen, erhalten, benutzen, gebrauchen, verwenden, zufrieden, glücklich, frisch, sauber, vollständig, die zeit, keine zeit',
  ),
  identifying: phrases(
    'mein name ist, ich heiße, meine kundennummer ist, meine kundennummer lautet, meine e-mail ist, meine mail ist, meine email ist, meine telefonnummer ist, meine adresse ist, erreichen sie mich unter, die bestellnummer ist, die bestellnummer lautet, ich bin kunde, ich bin kundin, gekauft, bestellt, kaufte',
  ),
  affirming: phrases(
    'ich bin sicher, ich bin mir sicher, ich meine es ernst, ich bestehe darauf, ich habe mich entschieden, ich habe mich entschlossen, ich bestätige, ich bestätige das, ich bestätige es, ja',
  ),
};
