// The messages that this client reads, with the field names of the protos. What it doesn't read isn't named here.

export interface Item { id: string; min: number; max: number }
export interface Limit { items: string[]; min: number; max: number }
export interface NumberForm { min: number; max: number; step: number }
export interface PickForm { items: Item[]; min: number; max: number; ordered: boolean; limits: Limit[] }
export interface AllocationForm { sources: Item[]; bins: Item[]; min: number; max: number }
export interface Share { source: string; bin: string; amount: number }

/** One legal answer. `argument` names the form that is set, if the option asks for an argument. */
export interface Option {
  id: string;
  barrier: boolean;
  role: string;
  argument?: string;
  number?: NumberForm | null;
  picks?: PickForm | null;
  allocation?: AllocationForm | null;
}

export interface Decision { id: string; seats: string[]; sealed: boolean; step: string; options: Option[] }

export interface Choice {
  option: string;
  step?: string;
  number?: number;
  picks?: { items: string[] };
  allocation?: { shares: Share[] };
}

export interface Named { id: string }
export interface Undo { allowed: boolean; to_version: number; redo: boolean }

/** A position as one seat may see it. Fields that only get copied are left to the index signature. */
export interface View {
  version: number;
  places: Named[];
  values: Named[];
  decisions: Decision[];
  undo: Undo | null;
  outcome: unknown;
  [field: string]: unknown;
}

export interface Update { version: number; seat: string; changes: View; [field: string]: unknown }

export interface Game { name: string; version: number; state: string; seats: { id: string }[] }

export interface WatchMessage {
  message: "view" | "update" | "bookmark" | "game";
  view?: View;
  update?: Update;
  bookmark?: number;
  game?: Game;
}

export interface Ruleset { name: string; packs: string[]; min_seats: number; max_seats: number }
export interface Refusal { reason: string; option: string; text: { text: string } | null }
