/** The parts of the tutorial, and the lessons of each. */

import { language } from "../../../words/language.svelte";

export interface LearnStep {
  name: string;
  icon: string;
  lessons: string[];
}

export const STEPS: LearnStep[] = [
  { name: "tile", icon: "hand", lessons: ["place", "close"] },
  { name: "castes", icon: "buddha", lessons: ["edo", "tie"] },
  { name: "fast", icon: "ship", lessons: ["ship", "switch", "move"] },
  { name: "winning", icon: "leader-castle", lessons: ["winning"] },
];

export const titleOf = (step: LearnStep): string => language.words.lessonTitles[step.name] ?? step.name;
export const aboutOf = (step: LearnStep): string => language.words.lessonAbouts[step.name] ?? "";
