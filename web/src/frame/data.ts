// The data of the page: JSON that the program has put into it.

export function pageData<T>(): T {
  return JSON.parse(document.getElementById("data")!.textContent!) as T;
}
