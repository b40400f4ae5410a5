import AsyncHTTPClient
import DomainKit
import NIOHTTP1
import Nacre
import NacreTool
import TestTraits
import Testing

@testable import NacreInspector

/// Questions whose work waits until a test lets it go on.
@Suite(.fewAtOnce, .timeLimit(.minutes(10))) struct AskingQuestionsTests {
    private static let address = "/ask/rules?asked=1"

    /// A question that finds a row, and then waits at a gate.
    private static func question(_ address: String, _ gate: WaitableValue<Bool>) -> Question {
        Question(address: address, headings: [AnswerHeading(text: "Row")]) { answering in
            answering.add([AnswerCell(text: "found before")])
            answering.progress("judging", 1, of: 4)
            try await gate.wait { $0 }
            answering.add([AnswerCell(text: "found after")])
        }
    }

    /// Asks a question, and waits until its work has come to the gate.
    private static func ask(_ address: String, _ gate: WaitableValue<Bool>, in store: InspectedStore) async throws {
        let answering = try await store.inspector.questions.answer(to: question(address, gate), at: 1)
        while answering.state.total == 0 { try await Task.sleep(for: .milliseconds(1)) }
    }

    private static func withStore(_ test: (InspectedStore) async throws -> Void) async throws {
        try await InspectedStore.with([("s-1", EventData(type: "T", data: []))], test)
    }

    @Test func `a running question shows its progress, and then its answer at the same address`() async throws {
        try await Self.withStore { store in
            let gate = WaitableValue(false)
            try await Self.ask(Self.address, gate, in: store)
            let page = await store.page(Self.address)
            #expect(page.status == 200)
            #expect(page.isRunning)
            #expect(page.html.contains(#"<progress max="100" value="25""#))
            #expect(page.text.contains("judging, 1 of 4 events"))
            #expect(page.cells == [["found before"]])
            #expect(page.text.contains("1 row so far"))
            // Without scripts, the page is looked at again.
            #expect(page.html.contains(#"<noscript><meta http-equiv="refresh" content="1"></noscript>"#))
            #expect(await store.page("/ask").cells.first?[1] == "running")
            gate.change { $0 = true }
            let answer = try await store.answered(Self.address)
            #expect(answer.cells == [["found before"], ["found after"]])
            #expect(!answer.html.contains("http-equiv"))
            #expect(await store.page("/ask").cells.first?[1] == "finished")
        }
    }

    @Test func `a running question is cancelled, and asked again`() async throws {
        try await Self.withStore { store in
            try await Self.ask(Self.address, WaitableValue(false), in: store)
            #expect(try await store.press("/cancel", on: await store.page(Self.address)) == Self.address)
            let cancelled = await store.page(Self.address)
            #expect(!cancelled.isRunning)
            #expect(cancelled.text.contains("Cancelled: what is below was found before."))
            #expect(cancelled.cells == [["found before"]])
            #expect(await store.page("/ask").cells.first?[1] == "cancelled")
            // The page asks what its address says.
            #expect(try await store.press("/again", on: cancelled) == Self.address)
            let answer = try await store.answered(Self.address)
            #expect(answer.text.contains("judged 0 events: the rules refuse none"))
            #expect(await store.page("/ask").cells.count == 1)
        }
    }

    @Test func `an answer says that the log has grown, until it is asked again`() async throws {
        try await Self.withStore { store in
            #expect(try await store.answered(Self.address).text.contains("Asked when the log ended at position 1."))
            try await InspectedStore.nacre("append", "s-1", "T", "--data", "{}", "--store", store.path)
            let page = await store.page(Self.address)
            #expect(page.text.contains("Asked when the log ended at position 1; it has 1 event more."))
            let again = try await store.press("/again", on: page)
            #expect(try await store.answered(again).text.contains("Asked when the log ended at position 2."))
        }
    }

    @Test func `more than three questions at once are refused, until one ends`() async throws {
        try await Self.withStore { store in
            let gates = (0..<3).map { _ in WaitableValue(false) }
            for (index, gate) in gates.enumerated() { try await Self.ask("/ask/rules?n=\(index)", gate, in: store) }
            let refused = await store.page(Self.address)
            #expect(refused.status == 503)
            #expect(refused.text.contains("3 questions are being answered: /ask/rules?n=0, "))
            #expect(await store.inspector.questions.answering(at: Self.address) == nil)
            gates[1].change { $0 = true }
            while await store.inspector.questions.answering(at: "/ask/rules?n=1")?.state.end == nil {
                try await Task.sleep(for: .milliseconds(1))
            }
            #expect(try await store.answered(Self.address).status == 200)
        }
    }

    @Test func `equal questions are answered once, and the oldest answers are forgotten`() async throws {
        let questions = Questions()
        let asked = WaitableValue(0)
        func question(_ number: Int) -> Question {
            Question(address: "/\(number)", headings: []) { _ in asked.change { $0 += 1 } }
        }
        for number in 0..<(Questions.mostKept + 8) {
            let answers = try await [
                questions.answer(to: question(number), at: 0), questions.answer(to: question(number), at: 0),
            ]
            #expect(answers[0] === answers[1])
            try await answers[0].wait(upTo: .seconds(60))
            #expect(answers[0].state.end == .complete)
        }
        #expect(asked.value == Questions.mostKept + 8)
        #expect(await questions.all.count == Questions.mostKept)
        #expect(await questions.all.first?.address == "/\(Questions.mostKept + 7)")
        #expect(await questions.answering(at: "/0") == nil)
    }

    @Test func `an answer keeps the first rows, and counts the others`() {
        let answering = Answering(at: 9)
        for number in 1...(Answering.mostRows + 5) { answering.add([AnswerCell(text: "\(number)")]) }
        answering.leaveOut(7)
        answering.finish(.complete)
        let question = Question(address: "/ask", headings: []) { _ in }
        let view = AnswerView(answering, to: question, at: 9)
        #expect(view.rows.count == Answering.mostRows)
        #expect(view.count == "The first 1000 of 1012 rows; the command lists all.")
    }

    @Test func `work that fails says why, and an inspector that ends waits for its work`() async throws {
        try await Self.withStore { store in
            let question = Question(address: Self.address, headings: []) { _ in
                throw CommandError(.badInput, "it has a \u{202E} flaw")
            }
            _ = try await store.inspector.questions.answer(to: question, at: 1)
            let page = try await store.answered(Self.address)
            #expect(page.status == 400)
            #expect(page.html.contains(#"<p class="note problem" role="alert">it has a \u{202E} flaw</p>"#))
            #expect(await store.page("/ask").cells.first?[1] == "failed")
            try await Self.ask("/ask/rules?n=1", WaitableValue(false), in: store)
            await store.inspector.shutdown()
            #expect(await store.inspector.questions.answering(at: "/ask/rules?n=1")?.state.end == .cancelled)
            #expect(await store.page("/ask/what-if?without=1").status == 503)
        }
    }

    @Test func `only pages of the inspector itself cancel a question`() async throws {
        try await Self.withStore { store in
            try await ServedInspector.run(store) { inspector in
                try await Self.ask(Self.address, WaitableValue(false), in: store)
                let target = Address.cancel(Self.address)
                let cookie = try await inspector.cookie
                #expect(try await inspector.send(target, method: "POST").status == .forbidden)
                for fields in [
                    ["origin": "http://evil.example"], ["origin": "null"],
                    [
                        "sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate", "sec-fetch-dest": "document",
                    ],
                ] {
                    let answer = try await inspector.send(target, method: "POST", fields.merging(cookie) { $1 })
                    #expect(answer.status == .forbidden, "\(fields)")
                }
                #expect(try await inspector.send(target, cookie).status == .notFound)
                #expect(await store.inspector.questions.answering(at: Self.address)?.state.end == nil)
                let own = ["origin": "http://127.0.0.1:\(inspector.port)", "sec-fetch-site": "same-origin"]
                let answer = try await inspector.send(target, method: "POST", own.merging(cookie) { $1 })
                #expect(answer.status == .seeOther)
                #expect(answer.headers["location"] == [Self.address])
                #expect(await store.inspector.questions.answering(at: Self.address)?.state.end == .cancelled)
                for address in ["//evil.example", "https://evil.example", "/%5Cevil.example"] {
                    let other = try await inspector.send(
                        "/cancel?at=\(address)", method: "POST", own.merging(cookie) { $1 })
                    #expect(other.status == .notFound, "\(address)")
                }
            }
        }
    }
}
