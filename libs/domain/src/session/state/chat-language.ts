/** RT-17: what a chat is spoken in. */
export interface ChatLanguage {
  /** a locale the tenant speaks; null: its own, for nothing else was heard yet */
  readonly locale: string | null;
  /** what the caller named when the chat came to speak it: the same name again says nothing new */
  readonly named: string | null;
}

export const OWN_LANGUAGE: ChatLanguage = { locale: null, named: null };
