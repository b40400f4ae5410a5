import DocumentationPages
import Testing

@Suite struct ShellCallTests {
    private func calls(_ listing: String) -> [[String]] {
        ShellCall.calls(in: Listing.all(in: "```sh\n\(listing)\n```\n", page: "Page.md")[0]).map(\.words)
    }

    @Test func `a line is split into calls and words as a shell does it`() {
        #expect(
            calls(#"nacre append order-42 Placed --data '{"cents": 1}'   # an event"#)
                == [["nacre", "append", "order-42", "Placed", "--data", #"{"cents": 1}"#]])
        #expect(calls("export STORE=a\nA=b shop read") == [["shop", "read"]])
        #expect(calls("# a comment\nnacre read |\\\n    wc -l > lines") == [["nacre", "read"], ["wc", "-l"]])
        #expect(calls("cd a && ./b --c=\"d e\"") == [["cd", "a"], ["./b", "--c=d e"]])
    }

    @Test func `a program is found by its name, behind a path and behind swift run`() {
        let call = { ShellCall(place: "", words: $0) }
        #expect(call([".build/release/nacre", "read"]).arguments(of: "nacre") == ["read"])
        #expect(call(["swift", "run", "--traits", "All", "nacre", "demo"]).arguments(of: "nacre") == ["demo"])
        #expect(call(["nacre-bench", "append"]).arguments(of: "nacre") == nil)
    }
}
