import NacreTesting
import Testing

@Suite struct DeciderScenarioTests {
    private let placed = OrderEvent.placed(customer: "ada", items: ["pen"])

    @Test func `a fulfilled scenario throws nothing`() throws {
        try OrderDecider.given().when(.place(customer: "ada", items: ["pen"])).then(placed)
        try OrderDecider.given(placed, .paid(cents: 100)).when(.ship).then(.shipped)
        try OrderDecider.given(placed, .paid(cents: 100), .shipped).when(.ship).thenNothing()
        try OrderDecider.given(placed).when(.ship).thenFails(with: .notPaid(missing: 100))
        try OrderDecider.given(placed).when(.ship).thenFails(\.missing, is: 100)
        try OrderDecider.given(placed, .paid(cents: 30)).thenState(is: Order(customer: "ada", cents: 30))
        try OrderDecider.given(placed, .paid(cents: 30)).thenState(\.cents, is: 30)
    }

    @Test func `each command acts on the result of the previous one`() throws {
        try OrderDecider.given(placed)
            .when(.ship).thenFails(with: .notPaid(missing: 100)).thenState(\.isShipped, is: false)
            .when(.pay(cents: 100)).then(.paid(cents: 100))
            .when(.ship).then(.shipped).thenState(is: Order(customer: "ada", cents: 100, isShipped: true))
    }

    @Test func `a scenario can begin with a state`() throws {
        try OrderDecider.given(from: Order(customer: "ada", cents: 99)).when(.ship).thenFails(
            with: .notPaid(missing: 1))
        try OrderDecider.given(.paid(cents: 1), from: Order(customer: "ada", cents: 99)).when(.ship).then(.shipped)
    }

    @Test func `lists can be given and expected`() throws {
        let history = [placed, .paid(cents: 100)]
        try OrderDecider.given(history).when(.ship).then([.shipped])
    }

    @Test func `other events fail, with the difference and the scenario`() async throws {
        let failure = try await scenarioFailure { [placed] in
            try OrderDecider.given(placed, .paid(cents: 100)).when(.ship).then(.paid(cents: 1), .shipped)
        }
        #expect(failure.sourceLocation.fileID == "NacreTestingTests/DeciderScenarioTests.swift")
        #expect(failure.sourceLocation.line == #line - 3)
        #expect(
            failure.description == """
                NacreTestingTests/DeciderScenarioTests.swift:\(failure.sourceLocation.line): OrderDecider decides differently (- expected, + found)
                - .paid(cents: 1)
                  .shipped
                given
                    .placed(customer: "ada", items: ["pen"])
                    .paid(cents: 100)
                when
                    .ship
                """)
    }

    @Test func `the same events in another order fail`() async throws {
        let failure = try await scenarioFailure {
            try OrderDecider.given(from: Order(customer: "a", cents: 100)).when(.ship).then(.shipped, .shipped)
        }
        #expect(failure.difference == "  .shipped\n- .shipped")
    }

    @Test func `a rejection fails where events are expected, and events where a rejection is expected`() async throws {
        let refused = try await scenarioFailure { [placed] in
            try OrderDecider.given(placed).when(.ship).then(.shipped)
        }
        #expect(refused.difference == "- .shipped\n+ it fails:\n+     .notPaid(missing: 100)")
        let decided = try await scenarioFailure { [placed] in
            try OrderDecider.given(placed).when(.pay(cents: 1)).thenFails(with: .missing)
        }
        #expect(decided.difference == "- it fails:\n-     .missing\n+ .paid(cents: 1)")
        let part = try await scenarioFailure { [placed] in
            try OrderDecider.given(placed).when(.pay(cents: 1)).thenFails(\.missing, is: 7)
        }
        #expect(part.difference == "- it fails:\n-     7\n+ .paid(cents: 1)")
    }

    @Test func `events fail where nothing is expected, and nothing where events are expected`() async throws {
        let something = try await scenarioFailure { [placed] in
            try OrderDecider.given(placed).when(.pay(cents: 1)).thenNothing()
        }
        #expect(something.difference == "- no events\n+ .paid(cents: 1)")
        let nothing = try await scenarioFailure { [placed] in
            try OrderDecider.given(placed).when(.pay(cents: 0)).then(.paid(cents: 0))
        }
        #expect(nothing.difference == "- .paid(cents: 0)\n+ no events")
    }

    @Test func `another error fails`() async throws {
        let whole = try await scenarioFailure {
            try OrderDecider.given().when(.ship).thenFails(with: .placedAlready)
        }
        #expect(whole.difference.contains("-     .placedAlready\n+     .missing"))
        let part = try await scenarioFailure { [placed] in
            try OrderDecider.given(placed).when(.ship).thenFails(\.missing, is: 7)
        }
        #expect(part.finding.contains("notPaid(missing: 100)"))
        #expect(part.difference == "- 7\n+ 100")
    }

    @Test func `another state fails, field by field`() async throws {
        let expected = Order(customer: "ada", cents: 30, isShipped: true)
        let given = try await scenarioFailure { [placed] in
            try OrderDecider.given(placed, .paid(cents: 30)).thenState(is: expected)
        }
        #expect(given.difference.contains("- Order(customer: \"ada\", cents: 30, isShipped: true)"))
        let decided = try await scenarioFailure { [placed] in
            try OrderDecider.given(placed).when(.pay(cents: 30)).thenState(is: expected)
        }
        #expect(decided.difference == given.difference)
        for part in [
            try await scenarioFailure { [placed] in try OrderDecider.given(placed).thenState(\.cents, is: 1) },
            try await scenarioFailure { [placed] in
                try OrderDecider.given(placed).when(.ship).thenState(\.cents, is: 1)
            },
        ] {
            #expect(part.difference == "- 1\n+ 0")
        }
    }

    @Test func `decided events can be inspected`() throws {
        let outcome = OrderDecider.given(placed).when(.ship)
        #expect(throws: OrderError.notPaid(missing: 100)) { try outcome.decision.get() }
    }
}

extension OrderError {
    /// The amount missing from the price.
    var missing: Int? { if case .notPaid(let missing) = self { missing } else { nil } }
}
