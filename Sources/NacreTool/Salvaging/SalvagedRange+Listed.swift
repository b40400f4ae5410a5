import Nacre

extension SalvagedRange: Listed {
    package static let columns: [TableColumn] = [
        .number("FIRST"), .number("LAST"), .number("NEW FIRST", width: 9), .number("NEW LAST", width: 8),
        .text("WHAT"),
    ]

    package var cells: [String] {
        switch self {
        case .kept(let positions, let newFirst):
            [
                "\(positions.lowerBound)", "\(positions.upperBound)", "\(newFirst)",
                "\(newFirst + Position(positions.count - 1))", "kept",
            ]
        case .damaged(let damage):
            [
                "\(damage.first)", damage.last.map { "\($0)" } ?? "", "", "",
                (damage.isLost ? "lost: " : "kept, not proven: ") + TerminalText.cell(damage.reason),
            ]
        }
    }

    package func writeJSON(to bytes: inout [UInt8]) {
        JSONWriter.object(in: &bytes) { writer in
            switch self {
            case .kept(let positions, let newFirst):
                writer.field("state", "kept")
                writer.field("firstPosition", positions.lowerBound)
                writer.field("lastPosition", positions.upperBound)
                writer.field("newFirstPosition", newFirst)
                writer.field("newLastPosition", newFirst + Position(positions.count - 1))
            case .damaged(let damage):
                writer.field("state", damage.isLost ? "lost" : "notProven")
                writer.field("firstPosition", damage.first)
                if let last = damage.last { writer.field("lastPosition", last) }
                writer.field("reason", damage.reason)
            }
        }
    }
}
