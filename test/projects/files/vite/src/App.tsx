import { useEffect, useState } from "react";
import { askForPets } from "./pets";

export default function App() {
  const [answers, setAnswers] = useState("");

  useEffect(() => {
    const query = new URLSearchParams(location.search);
    askForPets(query.get("url") ?? "", query.get("key") ?? "").then((found) => setAnswers(JSON.stringify(found)), console.error);
  }, []);

  return <pre id="answers">{answers}</pre>;
}
