import { useEffect, useState } from "react";
import { StyleSheet, Text, View } from "react-native";
import { askForPets } from "./src/pets";

export default function App() {
  const [answers, setAnswers] = useState("");

  useEffect(() => {
    const query = new URLSearchParams(location.search);
    askForPets(query.get("url") ?? "", query.get("key") ?? "").then((found) => setAnswers(JSON.stringify(found)), console.error);
  }, []);

  return (
    <View style={styles.container}>
      <Text id="answers">{answers}</Text>
    </View>
  );
}

const styles = StyleSheet.create({ container: { flex: 1, alignItems: "center", justifyContent: "center" } });
