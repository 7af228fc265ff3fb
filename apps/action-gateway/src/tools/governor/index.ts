export { budgetOf, type Budget } from './budget';
export { Governor, type GovernorMetrics, type GovernorOptions, type Permit } from './governor';
export { PrometheusGovernorMetrics } from './prometheus-metrics';
