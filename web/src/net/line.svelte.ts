/** The one WebSocket of the page. It comes back by itself, and brings what was missed. */

import type {
  Event,
  LobbyChanged,
  Presence,
  Signalled,
  TableMessage,
  ToPage,
  ToServer,
  Watching,
  Welcome,
  YourTable,
} from "../messages";
import { Refused } from "./api";
import { LobbyList, type LobbyView } from "./lobby";

type WithoutId<T> = T extends unknown ? Omit<T, "id"> : never;
export type Wish = WithoutId<ToServer>;
type Answer = Exclude<ToPage, Welcome | Event | Presence | Signalled | YourTable | LobbyChanged>;

interface Pending {
  wish: Wish;
  sentAt: number;
  resolve: (answer: Answer) => void;
  reject: (reason: Refused) => void;
}

/** What a followed table wants to hear. */
export interface Follower {
  /** What to ask for when the connection is back. */
  watch: () => Wish;
  onTable: (message: TableMessage) => void;
  onEvent: (message: Event) => void;
  onWatching: (message: Watching) => void;
  onPresence: (message: Presence) => void;
  onSignal: (message: Signalled) => void;
  onRefused: (reason: Refused) => void;
}

const FIRST_WAIT = 500;
const LONGEST_WAIT = 8000;
/** A question that takes longer is worth a word to the player. */
const SLOW = 1200;

export class Line {
  /** *open*: all is well. *slow*: an answer is late. *lost*: the server cannot be reached; we try again. */
  status = $state<"connecting" | "open" | "slow" | "lost">("connecting");
  /** The server's clock less ours, in seconds. */
  offset = 0;
  onYourTable: (message: YourTable) => void = () => {};
  onLobby: ((lobby: LobbyView) => void) | null = null;

  #lobby = new LobbyList();
  #socket: WebSocket | null = null;
  #number = 0;
  #pending = new Map<number, Pending>();
  #followers = new Map<string, Follower>();
  #wait = FIRST_WAIT;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #pinger: ReturnType<typeof setInterval> | undefined;
  #isWanted = false;

  /** Connects, or connects anew, as somebody else. */
  open(): void {
    this.#isWanted = true;
    this.#socket?.close();
    this.#connect();
  }

  get isOpen(): boolean {
    return this.#socket?.readyState === WebSocket.OPEN;
  }

  #connect(): void {
    clearTimeout(this.#timer);
    const address = new URL("/api/socket", location.href);
    address.protocol = address.protocol.replace("http", "ws");
    const socket = new WebSocket(address);
    this.#socket = socket;
    socket.onmessage = (message) => {
      if (socket === this.#socket) this.#receive(JSON.parse(message.data as string) as ToPage);
    };
    socket.onclose = () => {
      if (socket === this.#socket) this.#lose();
    };
  }

  #lose(): void {
    clearInterval(this.#pinger);
    if (!this.#isWanted) return;
    if (this.status !== "connecting") this.status = "lost";
    // Turns are sent again when the line is back: the server takes each of them once. All else is asked anew.
    for (const [id, pending] of this.#pending) {
      if (pending.wish.type === "act") continue;
      this.#pending.delete(id);
      pending.reject(new Refused("offline", ""));
    }
    this.#timer = setTimeout(() => {
      this.status = "lost";
      this.#connect();
    }, this.#wait);
    this.#wait = Math.min(LONGEST_WAIT, this.#wait * 2);
  }

  /** Tries at once, where the browser says that the network is back. */
  hurry(): void {
    if (!this.#isWanted || this.isOpen || this.#socket?.readyState === WebSocket.CONNECTING) return;
    this.#wait = FIRST_WAIT;
    this.#connect();
  }

  #receive(message: ToPage): void {
    switch (message.type) {
      case "welcome":
        this.#welcome(message);
        return;
      case "event":
        this.#followers.get(message.table)?.onEvent(message);
        return;
      case "presence":
        this.#followers.get(message.table)?.onPresence(message);
        return;
      case "signalled":
        this.#followers.get(message.table)?.onSignal(message);
        return;
      case "your_table":
        this.onYourTable(message);
        return;
      case "goodbye":
        this.#wait = Math.max(FIRST_WAIT, message.after * 1000);
        return;
      case "table":
        this.#followers.get(message.info.id)?.onTable(message);
        break;
      case "watching":
        this.#followers.get(message.table)?.onWatching(message);
        break;
      case "lobby_changed":
        this.onLobby?.(this.#lobby.take(message));
        return;
      case "lobby":
        this.onLobby?.(this.#lobby.take(message));
        break;
    }
    const id = "id" in message ? (message.id ?? 0) : 0;
    const pending = this.#pending.get(id);
    if (!pending) return;
    this.#pending.delete(id);
    this.#judge();
    if (message.type === "refused") pending.reject(new Refused(message.code, message.sentence));
    else pending.resolve(message);
  }

  #welcome(message: Welcome): void {
    this.status = "open";
    this.#wait = FIRST_WAIT;
    this.offset = message.at - Date.now() / 1000;
    clearInterval(this.#pinger);
    this.#pinger = setInterval(() => void this.ask({ type: "ping" }).catch(() => {}), message.ping_every * 1000);
    for (const follower of this.#followers.values()) this.#watch(follower);
    if (this.onLobby) void this.ask({ type: "watch_lobby" }).catch(() => {});
    for (const [id, pending] of this.#pending) if (pending.wish.type === "act") this.#transmit(id, pending);
  }

  /** Sends a request; fails with `Refused`. */
  ask(wish: Wish): Promise<Answer> {
    return new Promise((resolve, reject) => {
      this.#number += 1;
      const pending = { wish, sentAt: Date.now(), resolve, reject };
      if (!this.isOpen && wish.type !== "act") {
        reject(new Refused("offline", ""));
        return;
      }
      this.#pending.set(this.#number, pending);
      if (this.isOpen) this.#transmit(this.#number, pending);
    });
  }

  #transmit(id: number, pending: Pending): void {
    pending.sentAt = Date.now();
    this.#socket?.send(JSON.stringify({ ...pending.wish, id }));
    setTimeout(() => this.#judge(), SLOW + 50);
  }

  /** The browser says that there is no network: the socket would notice that only after a long silence. */
  lose(): void {
    if (!this.#isWanted || this.status === "lost") return;
    const socket = this.#socket;
    this.#socket = null;
    socket?.close();
    this.status = "lost";
    this.#lose();
  }

  #judge(): void {
    if (this.status !== "open" && this.status !== "slow") return;
    const now = Date.now();
    const isSlow = [...this.#pending.values()].some((p) => p.wish.type !== "hint" && now - p.sentAt > SLOW);
    this.status = isSlow ? "slow" : "open";
  }

  /** Follows a table until the returned function is called. */
  follow(table: string, follower: Follower): () => void {
    this.#followers.set(table, follower);
    if (this.isOpen) this.#watch(follower);
    return () => {
      // The next page may have begun to follow it before this one has gone.
      if (this.#followers.get(table) !== follower) return;
      this.#followers.delete(table);
      if (this.isOpen) void this.ask({ type: "unwatch", table }).catch(() => {});
    };
  }

  #watch(follower: Follower): void {
    this.ask(follower.watch()).catch((reason: Refused) => {
      if (reason.code !== "offline") follower.onRefused(reason);
    });
  }

  /** Follows the lobby until the returned function is called. */
  followLobby(heard: (lobby: LobbyView) => void): () => void {
    this.onLobby = heard;
    if (this.isOpen) void this.ask({ type: "watch_lobby" }).catch(() => {});
    return () => {
      this.onLobby = null;
      if (this.isOpen) void this.ask({ type: "unwatch_lobby" }).catch(() => {});
    };
  }
}

export const line = new Line();
