/** 日本語：ゲームを開く前に言うこと。 */

import type { FrontWords } from "../../title";

export const ja: FrontWords = {
  name: "ヒストリー・オブ・ザ・サムライ",
  headline: "五百年、武家から武家へ。",
  intro: "七つの時代の地図ゲーム。大名を選び、サイコロで国を取り、過去を残していきます。二人から六人まで。",
  presets: {},
  bots: {},
  botAbouts: {},
  editions: {},
  options: {},
  values: {},
  overlay: "点数と勝率",
  lessonTitles: {
    counters: "コマを置く",
    fights: "戦う",
    cards: "大名を選ぶ",
    points: "得点",
  },
  lessonAbouts: {
    counters: "最初の国から外へ",
    fights: "サイコロと国境と城",
    cards: "取るか、渡すか",
    points: "地方・中心地・都市",
  },
};
