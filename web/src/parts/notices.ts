/** Notices of the browser when it is your turn and the page is not looked at. */

export async function askForNotices(): Promise<boolean> {
  if (!("Notification" in window)) return false;
  return (await Notification.requestPermission()) === "granted";
}

/** On phones only the service worker may show a notice; a click on it opens the address. Others may have none. */
export async function notify(text: string, address: string, isWanted: boolean): Promise<void> {
  if (!isWanted || !("Notification" in window) || Notification.permission !== "granted" || !document.hidden) return;
  const options = { body: text, icon: "/icon-192.png", tag: address, data: { address } };
  const worker = await navigator.serviceWorker?.getRegistration();
  if (worker) {
    await worker.showNotification("tenka", options);
    return;
  }
  const notice = new Notification("tenka", options);
  notice.onclick = () => {
    window.focus();
    notice.close();
  };
}
