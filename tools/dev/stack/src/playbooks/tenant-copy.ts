import { cpSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { ModelsDefinition, PlaybookActivation, PlaybookDefinition } from '@arbiter/contracts';
import { parse, stringify } from 'yaml';

const PATIENCE_MILLISECONDS = 120_000;

/**
 * A copy of a tenant's folder, and of the playbooks beside it, that may be changed. Its playbooks begin by hand or upon
 * an event.
 */
export class TenantCopy {
  /** of the tenant */
  readonly folder: string;
  private readonly home = mkdtempSync(join(tmpdir(), 'arbiter-tenant-'));

  /** `tenants` is the folder of all tenants. */
  constructor(tenants: string, tenant: string) {
    this.folder = join(this.home, 'tenants', tenant);
    cpSync(join(tenants, tenant), this.folder, { recursive: true });
    cpSync(resolve(tenants, '../playbooks'), join(this.home, 'playbooks'), { recursive: true });
    this.changeActivations((activations) =>
      activations.map(({ playbook, version, parameters, events }) => ({
        playbook,
        version,
        parameters,
        ...(events && { events }),
      })),
    );
  }

  /** A file of the tenant's own, by its name. */
  change<Content>(file: string, changed: (content: Content) => unknown): void {
    changeFile(join(this.folder, file), changed);
  }

  changeActivations(changed: (activations: readonly PlaybookActivation[]) => readonly PlaybookActivation[]): void {
    this.change('playbooks.yaml', changed);
  }

  changePlaybook(playbook: string, changed: (definition: PlaybookDefinition) => PlaybookDefinition): void {
    changeFile(join(this.home, 'playbooks', playbook, 'playbook.yaml'), changed);
  }

  /** Models may take so long, so that a busy machine answers like any other. */
  letModelsTakeTheirTime(timeoutMilliseconds = PATIENCE_MILLISECONDS): void {
    this.change('models.yaml', (models: ModelsDefinition) => ({
      ...models,
      providers: models.providers!.map((provider) => ({ ...provider, limits: {} })),
      timeoutMilliseconds,
    }));
  }

  /** Approvals stay open this long. */
  expireApprovalsAfter(seconds: number): void {
    this.change('policies.yaml', (policies: object) => ({ ...policies, approvalExpirySeconds: seconds }));
  }

  /** A playbook that the tenant does not have, switched on beside its others. */
  add(definition: PlaybookDefinition, parameters: PlaybookActivation['parameters']): void {
    const { playbook, version } = definition;
    const own = join(this.home, 'playbooks', playbook);
    mkdirSync(own);
    writeFileSync(join(own, 'playbook.yaml'), stringify(definition));
    this.changeActivations((activations) => [...activations, { playbook, version, parameters }]);
  }
}

function changeFile<Content>(path: string, changed: (content: Content) => unknown): void {
  writeFileSync(path, stringify(changed(parse(readFileSync(path, 'utf8')) as Content)));
}
