import { DashboardBuilder, RowBuilder, type Dashboard } from '@grafana/grafana-foundation-sdk/dashboard';
import { DataqueryBuilder } from '@grafana/grafana-foundation-sdk/prometheus';
import { PanelBuilder as NumberPanel } from '@grafana/grafana-foundation-sdk/stat';
import { PanelBuilder as GraphPanel } from '@grafana/grafana-foundation-sdk/timeseries';
import { ROWS, type PanelPlan } from './panels';

/** The data source that deploy/grafana provisions. */
const SOURCE = { type: 'prometheus', uid: 'prometheus' };
const HEIGHT = 8;
const WIDTH_OF_ALL = 24;

/** deploy/grafana/dashboards/arbiter.json: the one dashboard of the system. */
export function dashboard(): Dashboard {
  const builder = new DashboardBuilder('Arbiter')
    .uid('arbiter')
    .tags(['arbiter'])
    .refresh('10s')
    .time({ from: 'now-30m', to: 'now' })
    .timezone('browser')
    .readonly();
  for (const { title, panels } of ROWS) {
    builder.withRow(new RowBuilder(title));
    const width = Math.max(6, Math.floor(WIDTH_OF_ALL / panels.length));
    for (const plan of panels) builder.withPanel(panel(plan).span(width).height(HEIGHT));
  }
  return builder.build();
}

function panel(plan: PanelPlan): GraphPanel | NumberPanel {
  const built = plan.kind === 'number' ? new NumberPanel() : new GraphPanel().fillOpacity(10);
  built.title(plan.title).description(plan.description).unit(plan.unit).datasource(SOURCE).min(0);
  for (const { query, legend } of plan.lines)
    built.withTarget(new DataqueryBuilder().expr(query).legendFormat(legend).datasource(SOURCE));
  return built;
}
