/** Notices of the browser when it is your turn and the page is not looked at. */

export async function askForNotices(): Promise<boolean> {
  if (!("Notification" in window)) return false;
  return (await Notification.requestPermission()) === "granted";
}

export function notify(text: string, address: string, isWanted: boolean): void {
  if (!isWanted || !("Notification" in window) || Notification.permission !== "granted" || !document.hidden) return;
  const notice = new Notification("tenka", { body: text, icon: "/icon-192.png", tag: address });
  notice.onclick = () => {
    window.focus();
    notice.close();
  };
}
