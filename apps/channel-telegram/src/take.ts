import type { ChannelHost } from '@arbiter/channels';
import { ArbiterError } from '@arbiter/contracts';
import type { Api } from 'grammy';
import type { Update } from 'grammy/types';

/**
 * Passes an update on; resolves when Telegram need not keep it. An update that can never be a message, or has the id of
 * another, is dropped, for Telegram would send it again and again; rejects when the update is to come again.
 */
export async function take(host: ChannelHost<Update>, api: Api, update: Update): Promise<void> {
  try {
    await host.accept(update);
  } catch (error) {
    if (!(error instanceof ArbiterError) || error.kind === 'retryable') throw error;
    host.logger.warn({ err: error, update: update.update_id }, 'update left');
  }
  if (update.callback_query) stopSpinner(api, update.callback_query.id);
}

/** A pressed button turns until it is answered. One that is too old to be answered has stopped by itself. */
function stopSpinner(api: Api, queryId: string): void {
  void api.answerCallbackQuery(queryId).catch(() => undefined);
}
