/** RT-17: the language of a chat. */
export interface ChatLanguage {
  /** a locale the tenant speaks; null: its own, for nothing else was heard yet */
  readonly locale: string | null;
  /** the caller's locale when the chat switched to this language: the same one again is no news */
  readonly named: string | null;
}

export const OWN_LANGUAGE: ChatLanguage = { locale: null, named: null };
