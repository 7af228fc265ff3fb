import { join } from 'node:path';
import { localised } from '@arbiter/contracts';
import { loadTenant } from '@arbiter/artifacts';
import { understood } from '../understood';
import { LocalProvider } from './local-provider';

const SHOP = localised(loadTenant(join(__dirname, '../../../../deploy/tenants/shop')), 'de');
const eligible = SHOP.intents.map(({ intent }) => intent);

/** In the words of people who have not read the examples. */
const SAID: readonly (readonly [text: string, intent: string | null])[] = [
  ['Wo bleibt denn meine Bestellung 1002?', 'order_status'],
  ['Ist mein Paket schon unterwegs?', 'order_status'],
  ['Wann wird die Bestellung 1187 geliefert?', 'order_status'],
  ['Ich hätte gern mein Geld für die Bestellung 1004 zurück', 'refund_order'],
  ['Können Sie die Bestellung 1003 bitte erstatten?', 'refund_order'],
  ['Ich brauche eine Rückerstattung für 1210', 'refund_order'],
  ['Ich will ein Ticket eröffnen', 'create_ticket'],
  ['Ich möchte bitte ein Problem mit der Webseite melden', 'create_ticket'],
  ['Kann ich bitte mit einem Menschen sprechen?', 'escalate'],
  ['Verbinden Sie mich mit einem Mitarbeiter', 'escalate'],
  ['Zeig mir meine Bestellungen', 'my_orders'],
  ['Was war in 1002 drin?', 'order_contents'],
  ['Ist 1003 erstattet worden?', 'refund_status'],
  ['Stand von Ticket T-1', 'ticket_status'],
  ['Bitte 1001 stornieren', 'cancel_order'],
  ['Teilerstattung für 1003', 'partial_refund'],
  ['Ändern Sie die Adresse der Bestellung 1001', 'change_address'],
  ['Wie wird das Wetter morgen in Paris?', null],
  ['Erzähl mir einen Witz über Pinguine', null],
  ['Wer hat gestern das Spiel gewonnen?', null],
  ['Was kostet ein Flug nach Rom?', null],
  ['Schreib mir ein Gedicht', null],
];

it.each(SAID)('"%s" is understood as %s', async (text, intent) => {
  const provider = new LocalProvider();
  const { intentId } = await understood(
    provider,
    { text, intents: SHOP.intents, eligible, locale: 'de-DE' },
    '',
    new AbortController().signal,
  );
  await provider.close();
  expect(intentId).toBe(intent);
});
