import { NOW, askingFor } from '../../fixtures/session-inputs';
import { threadWith } from '../../fixtures/session-threads';
import { shopBundle } from '../../fixtures/shop-bundle';
import { heard, isReadWhole, tenantLanguage } from '../../language';
import { sharedTable } from '../../language/phrases';
import { stanceTo } from '../reading/deeds/stance';
import { evolveSession } from '../state/evolve-session';
import { initialSession } from '../state/session-state';
import { categorise } from './categorise';

const confirming = askingFor('go', { expectedType: 'yes_no', prompt: 'Shall I refund order 1002?' });
const proposed = threadWith('T', 'refund_order', { orderNumber: '1002' }, { proposes: confirming }).reduce(
  evolveSession,
  initialSession(),
);
const route = (text: string) => categorise({ requestId: 'now', text, receivedAt: NOW }, proposed, shopBundle);
const STORY = 'The parcel came late and nobody could say where it was.';
const long = (text: string) => Array.from({ length: 20 }, () => text).join(' ');

describe('a long text', () => {
  test('corrects nothing, where the same words alone do', () => {
    expect(route('No, make it 1003').rule).toBe('correction_changes_slot');
    expect(route(`No, make it 1003. ${long(STORY)}`).rule).not.toBe('correction_changes_slot');
  });

  test.each([`${long(STORY)} Forget it, thanks.`, `Stop! ${long(STORY)}`])(
    'still ends what is under way by its last words or its first',
    (text) => {
      expect(route(text)).toMatchObject({ category: 'override', action: { do: 'end_run' } });
    },
  );

  test('is understood by its beginning and its end, and asks for nothing plainly, however few its words are', () => {
    const language = tenantLanguage(shopBundle);
    const middle = ` Actually don't. ${'x'.repeat(2_900)} `;
    const utterance = heard(`Refund order 1002. ${middle} Actually don't. ${middle} Thanks.`, language);
    expect(utterance.text.length).toBeLessThan(3_100);
    expect(utterance.tokens.at(-1)?.word).toBe('thanks');
    expect(isReadWhole(utterance)).toBe(false);
    const refund = language.intents.find(({ intent }) => intent === 'refund_order')!;
    expect(stanceTo(refund, utterance, language, NOW).stance).not.toBe('asks');
    expect(stanceTo(refund, heard('Refund order 1002. Thanks.', language), language, NOW).stance).toBe('asks');
  });
});

test('questions that bring the same phrases share their table', () => {
  expect(sharedTable({ cue: ['order'] })).toBe(sharedTable({ cue: ['order'] }));
  expect(sharedTable({ cue: ['order'] })).not.toBe(sharedTable({ cue: ['parcel'] }));
});
