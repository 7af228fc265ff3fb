import type { Mark } from '@arbiter/contracts';
import type { Capabilities } from '../channel';
import type { ChannelHost } from '../host';

/**
 * What may be wrong with the proof that an update is the provider's. `old` is right, but from longer ago than is
 * accepted.
 */
export type Forgery = 'missing' | 'wrong' | 'old';

/**
 * Something that happens at the provider. Chats, people and messages are numbered; the harness makes the provider's ids
 * of them. `pressed` is a button of a post, `own` a post of the bot that the provider tells it of, `unsupported` a
 * picture or the like.
 */
export type ProviderAction =
  | {
      readonly kind: 'text' | 'edited';
      readonly chat: number;
      readonly person: number;
      readonly number: number;
      readonly text: string;
      readonly quotes?: ShownPost;
    }
  | { readonly kind: 'unsupported' | 'own'; readonly chat: number; readonly person: number; readonly number: number }
  | {
      readonly kind: 'pressed';
      readonly chat: number;
      readonly person: number;
      readonly number: number;
      readonly post: ShownPost;
      readonly choice: number;
    };
export type ProviderActionKind = ProviderAction['kind'];

/** A post as it stands at the provider. */
export interface ShownPost {
  /** the provider's id */
  readonly id: string;
  readonly chat: number;
  readonly text: string;
  /** their texts */
  readonly buttons: readonly string[];
  /** the number of the message it quotes */
  readonly quotes: number | null;
}

/** A reaction as it was put on, or taken off, a message at the provider. */
export interface ShownMark {
  readonly chat: number;
  readonly number: number;
  readonly reaction: Mark['reaction'];
}

/** A call that the provider's server got to make a post or a mark. */
export interface Call {
  readonly at: number;
  readonly chat: number;
  readonly wasLimited: boolean;
}

/** A local server that speaks the provider's real protocol, and the adapter as it is served against it. */
export interface ProviderSide {
  /** Serves the adapter against this provider; called again after the host was closed. */
  serve(environment: NodeJS.ProcessEnv): Promise<ChannelHost<never>>;
  /**
   * Brings what happened to the adapter, as the provider would; resolves true when the adapter said that it was taken.
   */
  send(action: ProviderAction, forgery?: Forgery): Promise<boolean>;
  /** in the order they were made */
  posts(): readonly ShownPost[];
  marks(): readonly ShownMark[];
  calls(): readonly Call[];
  /** The next `times` calls are refused, with the wish to wait `seconds`. */
  limit(seconds: number, times: number): void;
  close(): Promise<void>;
}

/** What an adapter brings to the contract suite. What it leaves out of the lists its provider does not have. */
export interface ChannelHarness {
  readonly channel: { readonly name: string; readonly capabilities: Capabilities };
  readonly kinds: readonly ProviderActionKind[];
  readonly forgeries: readonly Forgery[];
  /** whether a text of more than 8,000 characters can come in */
  readonly takesLongTexts: boolean;
  /** whether the sender is told that a message was not taken; else the message is dropped and logged */
  readonly tells: boolean;
  /** whether the provider asks to wait, and which figures in whole seconds it gives */
  readonly limits: boolean;
  openProvider(): Promise<ProviderSide>;
}
