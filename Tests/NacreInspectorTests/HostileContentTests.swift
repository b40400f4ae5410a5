import Nacre
import TestTraits
import Testing

@testable import NacreInspector

/// Events whose names and contents try to leave their elements.
@Suite(.fewAtOnce, .timeLimit(.minutes(10))) struct HostileContentTests {
    /// Texts that are allowed as names of streams, types and tags.
    static let names = [
        #"<script>alert(1)</script>"#, #""><img src=x onerror=alert(1)>"#, #"' onmouseover='alert(1)"#,
        "\"\u{301} autofocus onfocus=alert(1) x=\"\u{301}", "</td></table><h1>gone", "{{{main}}}{{>document}}",
        "\u{202E}gpj.exe\u{2066}", "&lt;b&gt;&amp;", String(repeating: "W", count: 255),
        String(repeating: "\u{30A}", count: 100), "javascript:alert(1)", "//evil.example/x", "%3Cscript%3E",
        "a b+c&d=e#f?g",
    ]

    private static func event(_ name: String, cause: EventID?) -> (StreamName, EventData) {
        var writer = JSONWriter()
        writer.beginObject()
        writer.key(name)
        writer.string(name)
        writer.endObject()
        var metadata = JSONWriter()
        metadata.beginObject()
        metadata.key("actor")
        metadata.string(name)
        metadata.key("correlationId")
        metadata.string(name)
        if let cause {
            metadata.key("causationId")
            metadata.string(cause.description)
        }
        metadata.endObject()
        let event = EventData(
            id: EventID.random(), type: EventType(name), tags: [Tag(name)], data: writer.bytes, metadata: metadata.bytes
        )
        return (StreamName(name), event)
    }

    /// Two events of a name, the second caused by the first.
    private static func events(_ name: String) -> [(StreamName, EventData)] {
        let first = event(name, cause: nil)
        return [first, event(name, cause: first.1.id)]
    }

    @Test(arguments: names) func `content leaves no element, attribute or link, in any view`(
        name: String
    ) async throws {
        var plain: [String: [Substring]] = [:]
        for stream in ["plain", name] {
            try await InspectedStore.with(Self.events(stream)) { store in
                let query = PercentCoding.encode(stream)
                for (view, target) in [
                    ("log", "/log"), ("event", "/events/2"), ("trace", "/trace/2"), ("stream", "/log?stream=\(query)"),
                    ("type", "/log?type=\(query)"), ("tag", "/log?tag=\(query)"), ("actor", "/log?actor=\(query)"),
                    ("correlation", "/trace?correlation=\(query)"), ("rows", "/log/rows?since-position=0"),
                    ("fault", "/log?since=\(query)"), ("nothing", "/events/\(query)"),
                ] {
                    let page = await store.page(target)
                    #expect(plain[view, default: page.elements] == page.elements, "\(view)")
                    plain[view] = page.elements
                    // A quote that ends an attribute early has something else behind it.
                    let early = /[^=\s]"[^\s>\/]/.matchingSemantics(.unicodeScalar)
                    #expect(page.html.matches(of: early).isEmpty, "\(view)")
                    for link in page.html.matches(of: /href="([^"]*)"/) {
                        #expect(link.1.isEmpty || link.1.wholeMatch(of: /(\/(?!\/)|#).*/) != nil, "\(view): \(link.1)")
                    }
                    // A field of the form keeps what it was given, and isolates it.
                    let shown = page.html.replacing(/value="[^"]*"/, with: "").unicodeScalars
                    #expect(!shown.contains("\u{202E}") && !shown.contains("\u{2066}"), "\(view)")
                    if ["stream", "type", "tag", "actor"].contains(view) {
                        #expect(page.positions == [2, 1], "\(view)")
                    }
                }
            }
        }
    }

    @Test func `a command with any name is one command of a shell`() async throws {
        let names = ["it's", "$(touch x)`touch x`", "a\nb", "-x", "\u{1B}[2J'", "\\", "'\u{301}; touch x;'"]
        for name in Self.names + names {
            let shown = ShownCommand("printf", ["%s", name], store: "s").command
            let output = try await Shell.output(of: shown)
            #expect(output == name + "--stores", "\(shown)")
            #expect(!shown.unicodeScalars.contains { $0.properties.generalCategory == .control }, "\(shown)")
        }
    }
}
