import Nacre
import NacreTesting

extension Scenario {
    /// What is compared between processes: what must not differ, and behind it what must.
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
