import AsyncHTTPClient
import Foundation
import Nacre
import NacreRuntime
import TestTraits
import Testing

@testable import NacreInspector

/// An inspector whose pages are under a path of another server.
@Suite(.fewAtOnce, .timeLimit(.minutes(10))) struct MountedTests {
    private func mounted(
        _ events: [(StreamName, EventData)], _ test: (Inspector, _ page: (String) async -> Page) async throws -> Void
    ) async throws {
        try await InspectedStore.with(events) { store in
            let inspector = try Inspector(store.runtime, storeAt: store.path, tool: "shop", root: "/inspect")
            try await test(inspector) { Page(await inspector.answer(InspectorRequest(target: $0))) }
        }
    }

    private static var events: [(StreamName, EventData)] {
        (1...60).map { number in
            let data = #"{"place":"/log","mark":"<a href=\"/log\">\u0301"}"#
            return (StreamName("order-\(number % 3)"), EventData(type: "T\(number % 2)", data: Array(data.utf8)))
        }
    }

    @Test func `all addresses of all views are under the path, and lead to pages`() async throws {
        try await mounted(Self.events) { _, page in
            var (found, open): (Set<String>, [String]) = ([], ["/inspect/log"])
            while let address = open.popLast(), found.count < 200 {
                guard found.insert(address).inserted else { continue }
                let answer = await page(address)
                // A form without its fields leads back to where it is.
                let isRedirected = answer.fields["location"]?.hasPrefix("/inspect/") == true
                #expect(answer.status == (isRedirected ? 303 : 200), "\(address)")
                let attributes = answer.html.matches(of: /\s(href|src|action|data-rows|data-head)="([^"]*)"/)
                for attribute in attributes where !attribute.2.hasPrefix("#") && !attribute.2.isEmpty {
                    #expect(attribute.2.hasPrefix("/inspect/"), "\(attribute.0) of \(address)")
                    let target = String(attribute.2).replacing("&amp;", with: "&")
                    // One of a kind is enough.
                    let kind = target.replacing(/\d+/, with: "0").prefix(60)
                    guard !attribute.1.hasPrefix("data-"),
                        !found.contains(where: { $0.replacing(/\d+/, with: "0").prefix(60) == kind })
                    else { continue }
                    open.append(target)
                }
            }
            #expect(found.count > 10)
            #expect(found.contains { $0.hasPrefix("/inspect/events/") && $0.dropFirst(16).allSatisfy(\.isNumber) })
        }
    }

    @Test func `what is typed and what events say keeps its slashes`() async throws {
        try await mounted(Self.events) { _, page in
            let log = await page("/inspect/log?text=%2Flog&type=%2Fx")
            #expect(log.html.contains(#"value="/log""#) && log.html.contains(#"value="/x""#))
            let event = await page("/inspect/events/7")
            #expect(event.text.contains(#"<a href=\"/log\""#))
            #expect(!event.text.contains("/inspect/log"))
            #expect(event.text.contains("shop show 7"))
        }
    }

    @Test func `redirections lead below the path, and other paths lead nowhere`() async throws {
        try await mounted(Self.events) { inspector, page in
            for address in ["/inspect", "/inspect/", "/inspect?x=1"] {
                let answer = await page(address)
                #expect(answer.status == 303, "\(address)")
                #expect(answer.fields["location"] == "/inspect/log")
            }
            for address in ["/", "/log", "/inspector/log", "/inspect.log", "/inspect//log", "/insp"] {
                #expect(await page(address).status == 404, "\(address)")
            }
            let again = await inspector.answer(
                InspectorRequest(method: "POST", target: "/inspect/again?at=%2Flog%3Ftype%3DT1"))
            #expect(again.fields["location"] == "/inspect/log?type=T1")
            let rows = await page("/inspect/log/rows?since-position=58")
            #expect(rows.positions == [60, 59])
            #expect(rows.link("60") == "/inspect/events/60")
        }
    }
}
