// The token, where the service asks for one. It stays in this tab of the browser.
import { button, element } from "../frame/dom";
import type { Service } from "./service";

export function askForToken(wasRefused: boolean): Promise<string | undefined> {
  return new Promise((answer) => {
    const field = element("input", {
      type: "password",
      autocomplete: "off",
      required: true,
      id: "token",
      attributes: { "aria-describedby": "token-hint" },
    });
    const dialog = element("dialog", { className: "small", attributes: { "aria-labelledby": "token-title" } });
    const form = element(
      "form",
      { method: "dialog" },
      element("h2", { id: "token-title" }, "This service asks for a token"),
      element(
        "p",
        { className: "notes", id: "token-hint" },
        wasRefused
          ? "The service does not know this token. Another one?"
          : "Whoever runs the service can give you one. It is kept until you close this tab.",
      ),
      element("label", { htmlFor: "token" }, "Token"),
      field,
      element(
        "div",
        { className: "acts" },
        element("button", { type: "submit", className: "primary", value: "use" }, "Use it"),
        button("Cancel", () => dialog.close("")),
      ),
    );
    dialog.append(form);
    dialog.addEventListener("close", () => {
      dialog.remove();
      answer(dialog.returnValue === "use" ? field.value.trim() || undefined : undefined);
    });
    document.body.append(dialog);
    dialog.showModal();
    field.focus();
  });
}

export function forgetButton(service: Service): HTMLButtonElement {
  const made = button("Forget token", () => {
    service.token = "";
    location.reload();
  });
  const update = () => (made.hidden = service.token === "");
  service.onToken(update);
  update();
  return made;
}
