import Nacre
import NacreTesting

extension Scenario {
    /// The compared scenarios: those that must not differ, then those that must.
    static let compared = all + [unordered]

    /// Planted: streams are written in the order of a set.
    static let unordered = Scenario("streams are written in the order of a set") { world in
        let store = world.eventStore()
        world.spawn("writer") {
            for number in Set(0..<16) {
                try await store.append([EventData(type: "T", data: [])], to: StreamName("s-\(number)"))
            }
        }
        try await world.finish()
    }
}
