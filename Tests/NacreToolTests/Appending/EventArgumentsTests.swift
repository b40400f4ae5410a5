import Testing

@testable import NacreTool

@Suite("Event arguments")
struct EventArgumentsTests {
    @Test("data is stored byte for byte, without outer white space")
    func data() throws {
        #expect(try EventArguments.json(" {\"b\": 1,\n\"a\":2} \n", of: "--data") == Array("{\"b\": 1,\n\"a\":2}".utf8))
    }

    @Test(
        "data that is not exactly one JSON value is refused",
        arguments: ["", "{", "{} {}", "'a'", "{\"a\":1}x", "\"\u{1}\""])
    func badData(text: String) {
        let error = #expect(throws: CommandError.self) { try EventArguments.json(text, of: "--data") }
        #expect(error?.code == .badInput)
        #expect(error?.message.hasPrefix("--data is not JSON, at byte ") == true)
    }

    @Test("metadata is an object and is stored byte for byte")
    func metadata() throws {
        #expect(try EventArguments.metadata(#" {"actor": "a", "x":[1]} "#) == Array(#"{"actor": "a", "x":[1]}"#.utf8))
    }

    @Test(
        "metadata that is not an object, has an invalid actor, or is followed by other text is refused",
        arguments: ["1", #"{"actor":""}"#, #"{"actor":1}"#, "{", #"{},"data":1"#])
    func badMetadata(text: String) {
        let error = #expect(throws: CommandError.self) { try EventArguments.metadata(text) }
        #expect(error?.code == .badInput)
    }
}
