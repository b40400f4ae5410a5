import AsyncHTTPClient
import NIOCore
import NIOHTTP1
import Nacre
import TestTraits
import Testing

@testable import NacreInspector

@Suite(.fewAtOnce, .timeLimit(.minutes(10))) struct LiveTests {
    @Test func `the stream of the head says what another process appends`() async throws {
        try await InspectedStore.with([("s-1", EventData(type: "First", data: []))]) { store in
            try await ServedInspector.run(store) { inspector in
                let answer = try await inspector.send("/head", try await inspector.cookie)
                #expect(answer.headers["content-type"] == ["text/event-stream"])
                var received = ""
                for try await part in answer.body {
                    received += String(buffer: part)
                    if received.contains("data: 1\n\n"), !received.contains("data: 2") {
                        try await InspectedStore.nacre("append", "s-1", "Next", "--data", "1", "--store", store.path)
                    }
                    if received.contains("data: 2\n\n") { break }
                }
                #expect(received == "retry: 1000\ndata: 1\n\ndata: 2\n\n")
            }
        }
    }

    @Test func `a stream that is silent sends comments, and ends with the server`() async throws {
        try await InspectedStore.with([("s-1", EventData(type: "First", data: []))]) { store in
            var events = HeadEvents(of: store.store, interval: .milliseconds(1), heartbeat: .milliseconds(5))
                .makeAsyncIterator()
            #expect(try await events.next() == "retry: 1000\ndata: 1\n\n")
            #expect(try await events.next() == ": \n\n")
            // The server of the next lines is shut down while the stream is open, and must end.
            try await ServedInspector.run(store) { inspector in
                let answer = try await inspector.send("/head", try await inspector.cookie)
                for try await _ in answer.body { break }
            }
        }
    }

    @Test func `new rows are those after a position, and a gap is said`() async throws {
        let events = (1...80).map { (StreamName("s-1"), EventData(type: $0 % 2 == 0 ? "Even" : "Odd", data: [])) }
        try await InspectedStore.with(events) { store in
            let page = await store.page("/log/rows?since-position=76&type=Even")
            #expect(page.positions == [80, 78])
            #expect(page.html.contains(#"data-shown-up-to="80""#))
            #expect(!page.text.contains("more new events"))
            let many = await store.page("/log/rows?since-position=5")
            #expect(many.positions == Array((31...80).reversed()))
            #expect(many.text.contains("There are more new events than are shown here"))
            #expect(await store.page("/log/rows?since-position=80").positions == [])
            #expect(await store.page("/log/rows").status == 400)
        }
    }

    @Test func `only the newest page is live`() async throws {
        let events = (1...60).map { _ in (StreamName("s-1"), EventData(type: "T", data: [])) }
        try await InspectedStore.with(events) { store in
            let newest = await store.page("/log?type=T")
            #expect(newest.html.contains(#"data-rows="/log/rows?type=T" data-shown-up-to="60""#))
            for target in ["/log?before=20", "/log?after=0", "/log?to=9"] {
                #expect(await !store.page(target).html.contains("data-rows"), "\(target)")
            }
        }
    }
}
