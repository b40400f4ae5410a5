import Nacre
import NacreTesting
import Testing

@Suite("Container shapes of Codable values")
struct CodableShapeTests {
    @Test func `64 levels of nesting survive a round trip, and 65 are rejected in both directions`() throws {
        let deepest = Tree.depth(64)
        let json = try TreeEvent.grown(deepest).json
        #expect(json.count(where: { $0 == "{" }) == 64)
        #expect(try TreeEvent.reading("TreeGrown", json) == .grown(deepest))
        let writing = #expect(throws: EventEncodingError.self) { try TreeEvent.grown(Tree.depth(65)).json }
        #expect(writing?.message.contains("its objects and arrays nest deeper than 64 levels") == true)
        let reading = #expect(throws: EventDecodingError.self) {
            try TreeEvent.reading("TreeGrown", #"{"child":\#(json)}"#)
        }
        #expect(reading?.reason.contains("its objects and arrays nest deeper than 64 levels") == true)
    }

    @Test func `unbounded nesting is rejected before the stack overflows`() {
        #expect(throws: EventEncodingError.self) { try TreeEvent.grown(Tree.depth(20_000)).json }
    }

    @Test func `the object around a lone array counts as a level`() throws {
        func arrays(_ count: Int) -> Arrays { (1..<count).reduce(Arrays([])) { inner, _ in Arrays([inner]) } }
        let json = try TreeEvent.stacked(arrays(63)).json
        #expect(try TreeEvent.reading("TreeStacked", json) == .stacked(arrays(63)))
        #expect(throws: EventEncodingError.self) { try TreeEvent.stacked(arrays(64)).json }
        let tooDeep = json.replacing("[]", with: "[[]]")
        #expect(throws: EventDecodingError.self) { try TreeEvent.reading("TreeStacked", tooDeep) }
    }

    @Test func `skipped values may nest as deeply as JSON may`() throws {
        let extra = String(repeating: "[", count: 400) + String(repeating: "]", count: 400)
        #expect(try TreeEvent.reading("TreeCut", #"{"extra":\#(extra)}"#) == .cut)
    }

    @Test func `containers filled in any order are written in the order in which they were created`() throws {
        let event = TreeEvent.mixed(Mixed(a: 1, b: 2, c: [3, 4]))
        #expect(try event.json == #"{"first":{"a":1},"second":{"b":2},"list":[3,[4],{"x":null}],"last":true}"#)
        try EventCodecConformance.check(TreeEvent.codec, samples: [event])
    }

    @Test func `classes with a superclass survive a round trip`() throws {
        let event = TreeEvent.object(Derived(name: "a", count: 2))
        #expect(try event.json == #"{"count":2,"super":{"name":"a"}}"#)
        try EventCodecConformance.check(TreeEvent.codec, samples: [event])
    }

    @Test func `an object with many members is decoded in any order`() throws {
        let counts = Dictionary(uniqueKeysWithValues: (0..<2_000).map { ("key\($0)", $0) })
        try EventCodecConformance.check(TreeEvent.codec, samples: [.counted(counts)])
        let reversed = (0..<2_000).reversed().map { #""key\#($0)":\#($0)"# }.joined(separator: ",")
        #expect(try TreeEvent.reading("TreeCounted", "{\(reversed)}") == .counted(counts))
    }

    @Test func `a type that requests two kinds of container is rejected`() {
        let error = #expect(throws: EventEncodingError.self) { try TreeEvent.torn(Torn()).json }
        #expect(error?.message.contains("requests two kinds of containers") == true, "\(error?.message ?? "")")
    }

    @Test func `an array that ends too early is rejected with its path`() {
        let error = #expect(throws: EventDecodingError.self) {
            try TreeEvent.reading("TreeMixed", #"{"first":{"a":1},"second":{"b":2},"list":[3],"last":true}"#)
        }
        #expect(error?.reason == #"the field "list[1]": the array has only 1 elements"#)
    }
}

private enum TreeEvent: Codable, Equatable, StoredEvent {
    static let category = "tree"

    case grown(Tree)
    case stacked(Arrays)
    case mixed(Mixed)
    case object(Derived)
    case counted([String: Int])
    case torn(Torn)
    case cut
}

private final class Tree: Codable, Equatable, Sendable {
    let child: Tree?

    init(_ child: Tree?) {
        self.child = child
    }

    static func depth(_ depth: Int) -> Tree { (1..<depth).reduce(Tree(nil)) { tree, _ in Tree(tree) } }

    static func == (left: Tree, right: Tree) -> Bool { left.child == right.child }
}

private struct Arrays: Codable, Equatable {
    var inner: [Arrays]

    init(_ inner: [Arrays]) {
        self.inner = inner
    }

    init(from decoder: any Decoder) throws {
        inner = try [Arrays](from: decoder)
    }

    func encode(to encoder: any Encoder) throws { try inner.encode(to: encoder) }
}

/// A value that fills two containers alternately.
private struct Mixed: Codable, Equatable {
    var a: Int
    var b: Int
    var c: [Int]

    enum Keys: CodingKey {
        case first, second, list, last, a, b, x
    }

    init(a: Int, b: Int, c: [Int]) {
        (self.a, self.b, self.c) = (a, b, c)
    }

    init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: Keys.self)
        a = try fields.nestedContainer(keyedBy: Keys.self, forKey: .first).decode(Int.self, forKey: .a)
        b = try fields.nestedContainer(keyedBy: Keys.self, forKey: .second).decode(Int.self, forKey: .b)
        var list = try fields.nestedUnkeyedContainer(forKey: .list)
        #expect(list.currentIndex == 0)
        c = [try list.decode(Int.self)]
        var inner = try list.nestedUnkeyedContainer()
        c.append(try inner.decode(Int.self))
        #expect(inner.isAtEnd)
        #expect(try list.nestedContainer(keyedBy: Keys.self).decodeNil(forKey: .x))
        #expect(list.count == list.currentIndex)
        #expect(try fields.decode(Bool.self, forKey: .last))
    }

    func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: Keys.self)
        var first = fields.nestedContainer(keyedBy: Keys.self, forKey: .first)
        var second = fields.nestedContainer(keyedBy: Keys.self, forKey: .second)
        var list = fields.nestedUnkeyedContainer(forKey: .list)
        try fields.encode(true, forKey: .last)
        try second.encode(b, forKey: .b)
        try list.encode(c[0])
        var inner = list.nestedUnkeyedContainer()
        var object = list.nestedContainer(keyedBy: Keys.self)
        try object.encodeNil(forKey: .x)
        try inner.encode(c[1])
        try first.encode(a, forKey: .a)
        #expect(list.count == 3)
    }
}

private class Base: Codable {
    let name: String

    init(name: String) {
        self.name = name
    }
}

// Sendable: both classes have only constants, which the compiler does not see for a base that is not final.
private final class Derived: Base, Equatable, @unchecked Sendable {
    let count: Int

    enum CodingKeys: CodingKey {
        case count
    }

    init(name: String, count: Int) {
        self.count = count
        super.init(name: name)
    }

    required init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        count = try container.decode(Int.self, forKey: .count)
        try super.init(from: container.superDecoder())
    }

    override func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(count, forKey: .count)
        try super.encode(to: container.superEncoder())
    }

    static func == (left: Derived, right: Derived) -> Bool { (left.name, left.count) == (right.name, right.count) }
}

private struct Torn: Codable, Equatable {
    enum Keys: CodingKey {
        case x
    }

    init() {}

    init(from decoder: any Decoder) throws {}

    func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: Keys.self)
        try fields.encode(1, forKey: .x)
        _ = encoder.unkeyedContainer()
    }
}
