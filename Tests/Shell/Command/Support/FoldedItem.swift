import Foundation

/// An item as printed by the program, or folded from the history's lines.
struct FoldedItem: Decodable, Equatable {
    let id: String
    var name: String
    var isCompleted = false
    var isDeleted = false
    let createdAt: String
    var updatedAt: String
    var version: Int

    struct Event: Decodable {
        struct Content: Decodable { var name: String? }

        let stream: String
        let type: String
        let time: String
        let data: Content

        static func all(of path: String) throws -> [Event] {
            try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n").map {
                try JSONDecoder().decode(Event.self, from: Data($0.utf8))
            }
        }
    }

    /// The items, in order of creation.
    static func fold(_ events: some Sequence<Event>) -> [FoldedItem] {
        var versions: [String: Int] = [:]
        var indices: [String: Int] = [:]
        var items: [FoldedItem] = []
        for event in events {
            versions[event.stream, default: 0] += 1
            guard let index = indices[event.stream] else {
                guard event.type == "ItemCreated", let name = event.data.name else { continue }
                indices[event.stream] = items.count
                items.append(
                    FoldedItem(
                        id: String(event.stream.dropFirst("item-".count)), name: name, createdAt: event.time,
                        updatedAt: event.time, version: versions[event.stream] ?? 0))
                continue
            }
            items[index].version += 1
            guard !items[index].isDeleted || event.type == "ItemRestored" else { continue }
            switch event.type {
            case "ItemRenamed": items[index].name = event.data.name ?? ""
            case "ItemCompleted": items[index].isCompleted = true
            case "ItemReopened": items[index].isCompleted = false
            case "ItemDeleted": items[index].isDeleted = true
            case "ItemRestored": items[index].isDeleted = false
            default: continue
            }
            items[index].updatedAt = event.time
        }
        return items
    }
}
