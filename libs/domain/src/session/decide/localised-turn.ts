import type { DecisionContext, EventData, Fact } from '@arbiter/contracts';
import { languageOfTurn, switchedTo } from '../reading/turn-language';
import type { Routing } from '../routing/categorise';
import type { SessionState } from '../state/session-state';

type Received = EventData<'turn.received'>;

/** A turn once it is known which language it is in (RT-17). */
export interface LocalisedTurn {
  readonly turn: Received & { readonly locale: string };
  /** that the chat goes on in another language, where it does */
  readonly switched: readonly Fact[];
  /** the tenant does not speak its language: nothing else is read from it */
  readonly notSpoken: Routing | null;
}

export function localisedTurn(received: Received, state: SessionState, { artifacts }: DecisionContext): LocalisedTurn {
  const heard = languageOfTurn(received, state, artifacts);
  const language = switchedTo(heard, received.locale, state, artifacts);
  const { requestId } = received;
  return {
    turn: { ...received, locale: heard.locale },
    switched:
      language === null
        ? []
        : [{ name: 'session.switched', data: { requestId, locale: heard.locale, named: language.named } }],
    notSpoken: heard.notSpoken && {
      category: 'filler',
      rule: 'language_not_spoken',
      threadId: null,
      inputs: { language: heard.locale },
      isTentative: false,
      action: { do: 'say', copy: 'language_not_spoken', args: { sentence: heard.notSpoken.sentence } },
    },
  };
}
