import AsyncHTTPClient
import DomainKit
import NIOHTTP1
import Nacre
import NacreLMDB
import NacreRuntime
import Synchronization
import TestFolders
import TestTraits
import Testing

@testable import NacreInspector

/// Buttons that retry or skip the event at which something is halted.
@Suite(.fewAtOnce, .timeLimit(.minutes(10))) struct RepairTests {
    /// A store of five events, of which the third halts a projection and a process manager.
    private func halted(
        allowsRepair: Bool = true, _ test: (InspectedStore, _ faults: Faults) async throws -> Void
    ) async throws {
        let folder = try TemporaryFolder()
        let faults = Faults()
        let runtime = try await Runtime.open(.lmdb(at: folder.path("s.store")), for: .writing) {
            Counting(faults: faults)
            ProcessDeclaration { _ in Answering(faults: faults) }
        }
        for number in 1...5 { try await runtime.store.append([EventData(type: "T\(number)", data: [])], to: "s-1") }
        #expect(try await runtime.catchUp().count == 1)
        #expect(try await runtime.react().count == 1)
        let inspector = try Inspector(
            runtime, storeAt: folder.path("s.store"), tool: "shop", allowsRepair: allowsRepair)
        do {
            try await test(InspectedStore(folder: folder, runtime: runtime, inspector: inspector), faults)
        } catch {
            await runtime.close()
            throw error
        }
        await runtime.close()
    }

    private func post(_ target: String, in store: InspectedStore) async -> Page {
        Page(await store.inspector.answer(InspectorRequest(method: "POST", target: target)))
    }

    @Test func `skipping the event in the page lets a projection go on, and records the reason`() async throws {
        try await halted { store, _ in
            let health = await store.page("/health")
            #expect(health.html.contains(#"action="/health/retry?projection=counting""#))
            #expect(health.html.contains(#"name="projection" value="counting""#))
            let asked = await store.page("/health/skip?projection=counting&position=3")
            #expect(asked.status == 200)
            for text in ["T3", "counting", "3 is refused", "permanently"] { #expect(asked.text.contains(text)) }
            #expect(!asked.html.contains(#"method="post""#))
            let confirmed = await store.page("/health/skip?projection=counting&position=3&reason=a%20test%20%26c")
            let action = try #require(confirmed.html.firstMatch(of: /method="post" action="([^"]*)"/)?.1)
            #expect(try await store.runtime.projections().first?.position == 2)
            let done = await post(String(action).replacing("&amp;", with: "&"), in: store)
            #expect(done.status == 303)
            #expect(done.fields["location"] == "/health")
            let status = try #require(try await store.runtime.projections().first)
            #expect(status.halt == nil && status.position >= 5)
            #expect(try await store.runtime.skips(of: "counting").map(\.reason) == ["a test &c"])
            #expect(await !store.page("/health").html.contains("projection=counting"))
        }
    }

    @Test func `a projection whose fault is gone goes on by retrying, and one whose fault is not stays halted`()
        async throws
    {
        try await halted { store, faults in
            let still = await post("/health/retry?projection=counting", in: store)
            #expect(still.status == 303)
            #expect(try await store.runtime.projections().first?.halt?.position == 3)
            faults.clear()
            #expect(await post("/health/retry?projection=counting", in: store).status == 303)
            let status = try #require(try await store.runtime.projections().first)
            #expect(status.halt == nil && status.position >= 5)
            #expect(try await store.runtime.skips(of: "counting").isEmpty)
        }
    }

    @Test func `a process manager is retried and skipped, and goes on when its program runs it`() async throws {
        try await halted { store, _ in
            #expect(await post("/health/retry?process=answering", in: store).status == 303)
            #expect(try await store.runtime.processes().first?.halt == nil)
            #expect(try await store.runtime.react().count == 1)
            #expect(await store.page("/health/skip?process=answering&position=3").text.contains("process manager"))
            #expect(await post("/health/skip?process=answering&position=3", in: store).status == 303)
            #expect(try await store.runtime.react().isEmpty)
            let status = try #require(try await store.runtime.processes().first)
            #expect(status.halt == nil && status.position >= 3)
        }
    }

    @Test func `only the event at which it is halted can be skipped`() async throws {
        try await halted { store, _ in
            for target in [
                "/health/skip?projection=counting&position=4", "/health/skip?process=answering&position=2",
            ] {
                let refused = await post(target, in: store)
                #expect(refused.status == 409, "\(target)")
                #expect(refused.text.contains("halted before position 3"))
                #expect(await store.page(target).status == 409)
            }
            let skips = try await store.runtime.skips(of: "counting")
            #expect(skips.isEmpty)
            #expect(await post("/health/skip?process=answering&position=3", in: store).status == 303)
            let late = await post("/health/skip?process=answering&position=3", in: store)
            #expect(late.status == 409)
            #expect(late.text.contains("is not halted"))
            for (target, status) in [
                ("/health/skip?projection=none&position=3", 404), ("/health/retry?process=none", 404),
                ("/health/skip?projection=counting", 400), ("/health/retry", 400),
                ("/health/retry?projection=counting&process=answering", 400),
            ] {
                #expect(await post(target, in: store).status == status, "\(target)")
            }
        }
    }

    @Test func `without the option nothing is repaired, and no button is shown`() async throws {
        try await halted(allowsRepair: false) { store, faults in
            let health = await store.page("/health")
            #expect(health.text.contains("counting and answering are halted."))
            #expect(!health.html.contains("<button>Retry") && !health.html.contains("<button>Skip"))
            faults.clear()
            for target in ["/health/retry?projection=counting", "/health/skip?projection=counting&position=3"] {
                let refused = await post(target, in: store)
                #expect(refused.status == 405, "\(target)")
                #expect(refused.text.contains("only reads"))
            }
            #expect(await store.page("/health/skip?projection=counting&position=3").status == 404)
            let status = try #require(try await store.runtime.projections().first)
            #expect(status.halt?.position == 3)
        }
    }

    @Test func `a page of another site, and a request without the cookie, repair nothing`() async throws {
        try await halted { store, faults in
            faults.clear()
            try await ServedInspector.run(store) { inspector in
                let (target, cookie) = ("/health/retry?projection=counting", try await inspector.cookie)
                for fields in [
                    ["origin": "http://evil.example"], ["origin": "null"], ["sec-fetch-site": "same-site"],
                    [
                        "sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate", "sec-fetch-dest": "document",
                    ],
                ] {
                    let refused = try await inspector.send(
                        target, method: "POST", fields.merging(cookie) { $1 })
                    #expect(refused.status == .forbidden, "\(fields)")
                }
                #expect(try await inspector.send(target, method: "POST").status == .forbidden)
                let withBody = try await inspector.send(target, method: "POST", cookie, body: "x")
                #expect(withBody.status == .payloadTooLarge)
                #expect(try await store.runtime.projections().first?.halt?.position == 3)
                let own = ["origin": "http://127.0.0.1:\(inspector.port)", "sec-fetch-site": "same-origin"]
                let done = try await inspector.send(target, method: "POST", own.merging(cookie) { $1 })
                #expect(done.status == .seeOther)
                #expect(try await store.runtime.projections().first?.halt == nil)
            }
        }
    }
}

/// Whether the third event halts.
private final class Faults: Sendable {
    struct Refusal: Error, CustomStringConvertible {
        let description = "3 is refused"
    }

    private let isGone = Mutex(false)

    func clear() { isGone.withLock { $0 = true } }

    func check(_ type: EventType) throws {
        if type == "T3", isGone.withLock({ !$0 }) { throw Refusal() }
    }
}

private struct Counting: Projection {
    let faults: Faults
    let name = "counting"
    let schemaVersion = 1
    let query = Query.all
    let tables = [TableDefinition(0)]

    func apply(_ event: EventView, to model: any ReadModelWriter) throws {
        try faults.check(event.type)
    }

    func describe(key: [UInt8], value: [UInt8], in table: UInt8) -> String { "" }
}

private struct Answering: ProcessManager {
    let faults: Faults
    let name = "answering"
    let query = Query.all

    func react(to event: RecordedEvent) async throws -> Commit? {
        try faults.check(event.type)
        return nil
    }
}
