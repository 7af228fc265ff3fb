import { describeProvider } from './provider-contract';
import { PROVIDER_NAMES, createProvider, modelsOf } from './registry';

for (const name of PROVIDER_NAMES) {
  const models = modelsOf(name);
  describeProvider(name, { intentModel: models?.['intent'] ?? '', replyModel: models?.['narrative'] ?? '', make: () => createProvider(name, {}) });
}
