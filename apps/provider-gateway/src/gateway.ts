import { Inject, Injectable } from '@nestjs/common';
import { Answers } from './answers';
import { CallRecords } from './call-records';
import { GATEWAY_PARTS, type GatewayParts } from './gateway-parts';
import { OnAsk } from './on-ask';
import { ProviderPool } from './provider-pool';

/** The gateway as a whole: opens its parts and closes them in order. */
@Injectable()
export class Gateway {
  constructor(
    @Inject(GATEWAY_PARTS) private readonly parts: GatewayParts,
    @Inject(Answers) private readonly answers: Answers,
    @Inject(OnAsk) private readonly onAsk: OnAsk,
    @Inject(ProviderPool) private readonly pool: ProviderPool,
    @Inject(CallRecords) private readonly records: CallRecords,
  ) {}

  /**
   * Prepares the bundles known to be in use, then takes asks. A bundle that cannot be prepared costs its first ask the
   * time.
   */
  async start(artifacts: readonly string[]): Promise<void> {
    await Promise.all(
      artifacts.map((hash) =>
        this.answers
          .prepare(hash)
          .catch((error: unknown) => this.parts.logger.warn({ err: error, hash }, 'not prepared')),
      ),
    );
    this.onAsk.start();
  }

  /** Ends the asks first, then running answers, then the knowledge, the providers and the records of calls. */
  async close(): Promise<void> {
    await this.onAsk.close();
    await this.answers.close();
    await this.pool.close();
    await this.records.close();
  }
}
