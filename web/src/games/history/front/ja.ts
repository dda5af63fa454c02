/** 日本語：ゲームを開く前に言うこと。 */

import type { FrontWords } from "../../title";

export const ja: FrontWords = {
  name: "ヒストリー・オブ・ザ・サムライ",
  headline: "五百年、武家から武家へ。",
  intro: "七つの時代の地図ゲーム。大名を選び、サイコロで国を取り、過去を残していきます。二人から六人まで。",
  presets: {},
  bots: {
    farmer: "農民",
    ashigaru: "足軽",
    bushi: "武士",
    gokenin: "御家人",
    hatamoto: "旗本",
    karo: "家老",
    shogun: "将軍",
  },
  botAbouts: {
    farmer: "ルールを聞いたばかり",
    ashigaru: "初陣の足軽",
    bushi: "狙ったものをよく取る",
    gokenin: "めったに驚かない",
    hatamoto: "間違いが少ない",
    karo: "すべての戦いの見込みを知る",
    shogun: "誰よりも先を見る",
  },
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
