// The model that the page is about: what is known of it, and what changes.
import type { Document, Explanation, ModelInfo, Prediction, Predictions, TaxonomyNode, Update } from "./contract";
import { problemOf } from "./problem";
import { pathOfModel, type Service } from "./service";
import { Taxonomy } from "./taxonomy";

const pause = 700; // between two looks at an update, in milliseconds
const patience = 20; // looks that may fail one after the other

export interface Training {
  update: Update;
  seconds: number;
}

export class Subject {
  training: Training | undefined; // an update that runs
  private known: Promise<Taxonomy> | undefined;
  private isStale = false; // there are corrections that `known` has not counted
  private readonly listeners: (() => void)[] = [];

  constructor(
    readonly service: Service,
    public info: ModelInfo,
  ) {}

  get path(): string {
    return pathOfModel(this.info.name);
  }

  onChange(listener: () => void) {
    this.listeners.push(listener);
  }

  // Its nodes are those of the generation; what corrections say of them is asked for anew where that is wanted.
  taxonomy(withCounts = false): Promise<Taxonomy> {
    if (withCounts && this.isStale) this.known = undefined;
    if (!this.known) this.isStale = false;
    this.known ??= this.service.get<{ nodes: TaxonomyNode[] }>(`${this.path}/taxonomy`).then(({ nodes }) => new Taxonomy(nodes));
    this.known.catch(() => (this.known = undefined));
    return this.known;
  }

  async refresh(): Promise<void> {
    const { generation } = this.info;
    this.info = await this.service.get<ModelInfo>(this.path);
    if (generation !== this.info.generation) this.known = undefined;
    this.isStale = true;
    this.changed();
  }

  async predict(document: Document, query: Record<string, unknown>): Promise<Prediction> {
    const answer = await this.service.post<Predictions>(`${this.path}/predict`, { document, ...query });
    this.notice(answer.generation);
    return answer.predictions[0]!;
  }

  // The best classes, with probabilities where there are any.
  best(document: Document, top: number): Promise<Prediction> {
    return this.predict(document, { top, ...(this.info.calibrated ? { probabilities: true } : {}) });
  }

  async explain(document: Document, against?: string): Promise<Explanation> {
    const { explanation } = await this.service.post<{ explanation: Explanation }>(`${this.path}/explain`, {
      document,
      ...(against === undefined ? {} : { against }),
    });
    return explanation;
  }

  correct(document: Document, labels: string[], key: string): Promise<{ sequence: number; document: string }> {
    return this.service.post(`${this.path}/feedback`, { document, labels, key });
  }

  // Counts one more without asking.
  noteCorrection() {
    this.info = { ...this.info, pending: this.info.pending + 1 };
    this.isStale = true;
    this.changed();
  }

  forget(id: string): Promise<{ deleted: number }> {
    return this.service.remove(`${this.path}/documents/${encodeURIComponent(id)}`);
  }

  // Learns from the corrections; resolves when the new generation answers.
  async learn(): Promise<Update> {
    const start = performance.now();
    let update = await this.service.post<Update>(`${this.path}/update`, {});
    try {
      while (update.state === "running") {
        this.training = { update, seconds: (performance.now() - start) / 1000 };
        this.changed();
        await new Promise((done) => setTimeout(done, pause));
        update = await this.stateOf(update);
      }
    } finally {
      this.training = undefined;
    }
    await this.refresh();
    return update;
  }

  // It goes on though the service may be out of reach for a moment.
  private async stateOf(update: Update): Promise<Update> {
    for (let left = patience; ; --left) {
      try {
        return await this.service.get<Update>(`${this.path}/updates/${update.update}`);
      } catch (error) {
        if (left === 0 || !problemOf(error).passes) throw error;
        await new Promise((done) => setTimeout(done, 2 * pause));
      }
    }
  }

  // Another one has started it: until it has ended.
  async watch(): Promise<void> {
    while (this.info.updating && !this.training) {
      await new Promise((done) => setTimeout(done, 2 * pause));
      await this.refresh();
    }
  }

  async rollBack(generation: number): Promise<void> {
    await this.service.post(`${this.path}/rollback`, { generation });
    await this.refresh();
  }

  // An answer of another generation than the one that is known: somebody else's update, or a new file.
  private notice(generation: number) {
    if (generation !== this.info.generation && !this.training) void this.refresh().catch(() => undefined);
  }

  private changed() {
    for (const listener of this.listeners) listener();
  }
}
