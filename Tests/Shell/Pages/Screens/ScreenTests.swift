import DomainKit
import Testing

@testable import ShellPages

@Suite struct ScreenTests {
    @Test(arguments: Sample.all)
    func `each part is one element with the part's id`(_ sample: Sample) throws {
        let renderer = try Renderer()
        for part in sample.content.parts.flatMap({ [$0] + ($0.rows ?? []) }) {
            let elements = try Markup(renderer.html(of: part)).elements
            #expect(elements.filter { $0.depth == 0 }.map { $0["id"] } == [part.id])
        }
    }

    @Test(arguments: Sample.all)
    func `the ids of a page are unique, and what is referred to exists`(_ sample: Sample) throws {
        let page = try page(sample)
        let ids = page.elements.compactMap { $0["id"] }
        #expect(Set(ids).count == ids.count)
        for name in ["for", "aria-describedby", "aria-labelledby"] {
            let references = page.elements.compactMap { $0[name] }
            #expect(Set(references).subtracting(ids) == [])
        }
    }

    @Test(arguments: Sample.all)
    func `every field has a label, and every button and link a name`(_ sample: Sample) throws {
        let page = try page(sample)
        let labels = Set(page.all("label").filter { !$0.text.isEmpty }.compactMap { $0["for"] })
        for field in page.all("input") where field["type"] != "hidden" {
            #expect(labels.contains(try #require(field["id"])))
        }
        for control in page.all("button") + page.all("a") {
            #expect(!(control["aria-label"] ?? control.text).trimmed.isEmpty)
        }
    }

    @Test(arguments: Sample.all)
    func `a page has one heading of the first level, and no style or script in it`(_ sample: Sample) throws {
        let page = try page(sample)
        #expect(page.all("h1").count == 1)
        #expect(page.all("style").isEmpty && page.all("script").allSatisfy { $0.text.isEmpty })
        for element in page.elements {
            #expect(element.attributes.keys.allSatisfy { !$0.hasPrefix("on") && $0 != "style" })
        }
    }

    @Test(arguments: Sample.all)
    func `every form posts to its page with the hidden fields, but the search`(_ sample: Sample) throws {
        let forms = try page(sample).all("form")
        for form in forms where form["role"] != "search" {
            #expect(form["method"] == "post" && [nil, "/account"].contains(form["action"]))
        }
        let posting = forms.filter { $0["method"] == "post" }.count
        #expect(try page(sample).elements.filter { $0["name"] == "csrf" }.count == posting)
    }

    @Test(arguments: Sample.all)
    func `no page contains a password`(_ sample: Sample) throws {
        let page = try page(sample)
        #expect(!page.elements.contains { $0.text.contains("horse") || $0["value"]?.contains("horse") == true })
        #expect(page.all("input").filter { $0["type"] == "password" }.allSatisfy { $0["value"] == "" })
    }

    @Test func `names are shown as they are, whatever they contain`() throws {
        let sample = try #require(Sample.items.first { $0.name == "items-hostile" })
        let page = try page(sample)
        // The first item is being renamed.
        #expect(page.all("a").filter { $0["class"] == "name" }.map(\.text) == Array(Sample.hostile.dropFirst()))
        #expect(page.element(id: "add-name")?["value"] == Sample.hostile[2])
        #expect(page.element(id: "search-text")?["value"] == Sample.hostile[1])
        let isolated = page.all("bdi").map(\.text)
        #expect(Sample.hostile.dropFirst().allSatisfy(isolated.contains))
    }

    @Test func `an item's page shows its name and its history, whatever they contain`() throws {
        for (index, text) in Sample.hostile.enumerated() {
            let sample = try #require(Sample.item.first { $0.name == "item-hostile-\(index)" })
            let page = try page(sample)
            #expect(page.all("h1").map(\.text) == [text])
            #expect(page.all("title").first?.text == "\u{2068}\(text)\u{2069} · Nacre")
            #expect(page.all("bdi").contains { $0.text == "Created as “\(text)”" })
        }
    }

    @Test func `a field that breaks a rule says what is wrong, and what to do`() throws {
        let sample = try #require(Sample.signIn.first { $0.name == "register-invalid" })
        let page = try page(sample)
        #expect(
            page.element(id: "register-password-message")?.text
                == "The password has 5 characters, at least 12 are needed. Lengthen it.")
        #expect(page.element(id: "register-password")?["aria-invalid"] == "true")
        #expect(page.element(id: "register-password")?["aria-describedby"] == "register-password-message")
        #expect(sample.content.isInvalid)
    }

    /// The pages of all samples by name: they are read once.
    private static let pages: [String: Result<Markup, any Error>] = Dictionary(
        uniqueKeysWithValues: Sample.all.map { sample in
            (sample.name, Result { try Markup(SampleDocument(sample).html(by: Renderer())) })
        })

    private func page(_ sample: Sample) throws -> Markup {
        try #require(Self.pages[sample.name]).get()
    }
}
