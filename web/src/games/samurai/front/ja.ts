/** ゲームを開く前の言葉。 */

import type { FrontWords } from "../../title";

export const ja: FrontWords = {
  name: "Samurai",
  headline: "天下を、一枚ずつ。",
  intro: "三つの身分と伏せた手札の、六角形のボードゲーム。二人から四人まで、人ともボットとも、どの画面でも。",
  presets: {
    basic: { name: "初めての対局", help: "手札も駒も無作為" },
    full: { name: "本式の対局", help: "手札を選び、駒を置く" },
  },
  bots: {
    farmer: "農民",
    ashigaru: "足軽",
    bushi: "武士",
    gokenin: "御家人",
    hatamoto: "旗本",
    karo: "家老",
    daimyo: "大名",
    shogun: "将軍",
  },
  botAbouts: {
    farmer: "規則を聞いたばかり",
    ashigaru: "初陣の兵",
    bushi: "狙いを知る武者",
    gokenin: "めったに驚かない",
    hatamoto: "失敗の少ない旗本",
    karo: "最善に見える手を打つ",
    daimyo: "考えてから動く",
    shogun: "誰よりも先を読む",
  },
  editions: { "2015": "2015年版", "1998": "1998年版", sheet: "1998年版早見表" },
  options: {
    hands: "最初の手札",
    pieces: "駒",
    captures: "獲得",
    captured: "獲得した駒",
    switch_same: "同じ駒の交換",
  },
  values: {
    "hands.chosen": "各自が五枚選ぶ",
    "hands.random": "無作為に配る",
    "pieces.placed": "順に置く",
    "pieces.random": "無作為に置く",
    "captures.end": "手番の終わりに",
    "captures.once": "一枚ごとに",
    "captured.hidden": "最後まで隠す",
    "captured.open": "公開",
    "switch_same.yes": "できる",
    "switch_same.no": "できない",
  },
  overlay: "影響力の表示",
  lessonTitles: { tile: "札を置く", castes: "三つの身分", fast: "速い札", winning: "勝つには" },
  lessonAbouts: {
    tile: "最初の駒を取る",
    castes: "優勢と同点",
    fast: "船、入替、移動",
    winning: "制覇と決まり方",
  },
};
