import { mount } from "svelte";
import App from "./App.svelte";
import { renewWhenOutdated } from "./parts/renewal";
import "./style/tokens.css";
import "./style/base.css";
import "./style/home.css";
import "./style/table.css";
import "./style/small.css";
import "./style/parts.css";

renewWhenOutdated();
mount(App, { target: document.getElementById("app")! });

if ("serviceWorker" in navigator && import.meta.env.PROD)
  void navigator.serviceWorker.register("/worker.js").catch(() => {});
