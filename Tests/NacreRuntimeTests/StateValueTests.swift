import Nacre
import Testing

@testable import NacreRuntime

@Suite
struct StateValueTests {
    private enum Parcel {
        case none
        case packed(lines: [Line], note: String?)
        case sent(Shipment)
        case lost(Int)
    }

    private struct Line {
        var name: String
        var price = 1.5
    }

    private struct Shipment {
        var id = Described()
        var totals = ["b": 2, "a.b": 1]
        var tags: Set<String> = ["y", "x"]
        var status = Status.onTheWay
        var bytes: [UInt8] = [0, 255]
    }

    private enum Status {
        case onTheWay
        case delivered(at: Int)
    }

    private struct Described: CustomStringConvertible {
        let high = 1
        var description: String { "0001" }
    }

    /// A structure that describes itself is a state all the same.
    private struct Account: CustomStringConvertible {
        var balance = -7
        var isOpen = true
        var description: String { "secret" }
    }

    private final class Node {
        var next: Node?
    }

    private func json(_ state: Any) -> String { String(decoding: StateValue(of: state).json, as: UTF8.self) }

    @Test
    func `the case of an enum is a field beside its values`() {
        #expect(json(Parcel.none) == #"{"case":"none"}"#)
        #expect(
            json(Parcel.packed(lines: [Line(name: "a\"b")], note: nil))
                == #"{"case":"packed","lines":[{"name":"a\"b","price":1.5}],"note":null}"#)
        #expect(json(Parcel.lost(3)) == #"{"case":"lost","value":3}"#)
        #expect(json(Parcel.packed(lines: [], note: "n")) == #"{"case":"packed","lines":[],"note":"n"}"#)
    }

    @Test
    func `inner values have their own form, in an order that does not change`() {
        #expect(
            json(Parcel.sent(Shipment()))
                == #"{"case":"sent","id":"0001","totals":{"a.b":1,"b":2},"tags":{"x":"x","y":"y"},"status":"onTheWay","bytes":"00ff"}"#
        )
        #expect(
            json([Status.delivered(at: 3), .onTheWay] as [Status]) == #"[{"case":"delivered","at":3},"onTheWay"]"#)
    }

    @Test
    func `a state is its fields, even if it describes itself, or one value`() {
        #expect(json(Account()) == #"{"balance":-7,"isOpen":true}"#)
        #expect(json([1, 2]) == "[1,2]")
        #expect(json(Double.infinity) == #""inf""#)
    }

    @Test
    func `a state that refers to itself ends`() {
        let node = Node()
        node.next = node
        #expect(!json(node).isEmpty)
        node.next = nil
    }

    @Test
    func `fields have paths, down to the innermost values`() {
        let fields = StateValue(of: Parcel.sent(Shipment())).fields()
        #expect(
            fields.map(\.path.text) == [
                "case", "id", #"totals["a.b"]"#, "totals.b", "tags.x", "tags.y", "status", "bytes",
            ])
        #expect(String(decoding: fields[3].json, as: UTF8.self) == "2")
        let packed = StateValue(of: Parcel.packed(lines: [Line(name: "a")], note: nil)).fields()
        #expect(packed.map(\.path.text) == ["case", "lines[0].name", "lines[0].price", "note"])
        let empty = StateValue(of: Parcel.packed(lines: [], note: nil)).fields()
        #expect(empty.map(\.path.text) == ["case", "lines", "note"])
        #expect(StateValue(of: 7).fields().map(\.path.text) == [""])
    }

    @Test
    func `a path contains itself and the paths into its value`() {
        #expect(FieldPath("lines").contains("lines[0].name"))
        #expect(FieldPath("lines[0]").contains("lines[0].name"))
        #expect(FieldPath("lines").contains("lines"))
        #expect(!FieldPath("line").contains("lines"))
        #expect(!FieldPath("lines[0].name").contains("lines[0]"))
        #expect(!FieldPath("caf\u{E9}").contains("cafe\u{301}"))
    }
}
